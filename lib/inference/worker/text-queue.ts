/** Texts asked for together, and what has come of them. */
export interface Request {
  texts: readonly string[];
  vectors: number[][];
  /** Texts without a vector. */
  left: number;
  /** It shared a message that came to nothing: from now on it has its messages to itself. */
  alone: boolean;
  /** Places of texts not sent yet, short texts first. */
  waiting: number[];
  resolve(vectors: number[][]): void;
  reject(error: Error): void;
}

/** Places of one request's texts in one message. */
export interface Part {
  request: Request;
  places: number[];
}

/** What one message holds: enough to be worth its while, little enough that a question behind it does not wait long. */
const MOST_TEXTS = 32;
const MOST_CHARACTERS = 2_400;
/** Requests of at most so many texts are somebody's question; they go before what is indexed in bulk. */
const SHORT = 4;

export interface TextQueue {
  /** False when it is full. */
  add(request: Pick<Request, "texts" | "resolve" | "reject">): boolean;
  /** The next message, empty when nothing waits. */
  take(): Part[];
  /** Takes a request's texts back, to be sent alone. */
  putBack(request: Request, places: readonly number[]): void;
  drop(request: Request): void;
  drain(): Request[];
}

/**
 * What waits for the model. Requests that came in the meantime share a message; texts of like length go together, since
 * a model computes as much for the shortest of a message as for the longest.
 */
export function createQueue(mostWaiting: number): TextQueue {
  const short: Request[] = [];
  const long: Request[] = [];
  let waiting = 0;

  const laneOf = (request: Request) => (request.texts.length <= SHORT ? short : long);

  function remove(request: Request): void {
    const lane = laneOf(request);
    const at = lane.indexOf(request);
    if (at >= 0) lane.splice(at, 1);
  }

  function takeFrom(request: Request, room: { texts: number; characters: number }): Part | null {
    const places: number[] = [];
    for (const place of request.waiting) {
      const length = request.texts[place]?.length ?? 0;
      if (room.texts === 0 || (room.characters < length && room.characters < MOST_CHARACTERS)) break;
      places.push(place);
      room.texts -= 1;
      room.characters -= length;
    }
    request.waiting.splice(0, places.length);
    waiting -= places.length;
    if (request.waiting.length === 0) remove(request);
    return places.length === 0 ? null : { request, places };
  }

  return {
    add({ texts, resolve, reject }) {
      if (waiting + texts.length > mostWaiting) return false;
      const places = texts.map((_, place) => place);
      places.sort((a, b) => (texts[a]?.length ?? 0) - (texts[b]?.length ?? 0));
      const request: Request = {
        texts,
        vectors: [],
        left: texts.length,
        alone: false,
        waiting: places,
        resolve,
        reject,
      };
      laneOf(request).push(request);
      waiting += texts.length;
      return true;
    },
    take() {
      const room = { texts: MOST_TEXTS, characters: MOST_CHARACTERS };
      const parts: Part[] = [];
      for (const request of [...short, ...long]) {
        if (request.alone && parts.length > 0) continue;
        const part = takeFrom(request, room);
        if (part === null) break;
        parts.push(part);
        if (request.alone) break;
      }
      return parts;
    },
    putBack(request, places) {
      request.alone = true;
      request.waiting.unshift(...places);
      waiting += places.length;
      const lane = laneOf(request);
      if (!lane.includes(request)) lane.unshift(request);
    },
    drop(request) {
      waiting -= request.waiting.length;
      request.waiting.length = 0;
      remove(request);
    },
    drain() {
      const all = [...short, ...long];
      for (const request of all) this.drop(request);
      return all;
    },
  };
}
