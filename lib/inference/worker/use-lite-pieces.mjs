// Cuts a text into the pieces that Universal Sentence Encoder lite was trained on: the most probable division by the
// scores of its vocabulary (SentencePiece's unigram model), found from left to right.

const SPACE = "\u2581";
/** The first of the vocabulary stand for no piece of text. */
const RESERVED = 6;
/** The model was trained on no more. */
const MOST_PIECES = 128;

/**
 * @param {[string, number][]} vocabulary
 * @returns {(text: string) => number[]} ids of a text's pieces, at least one. An unknown letter counts as the one it is
 *   made from ("ï" as "i"); other unknown signs are left out: what the package does with them shifts all that follows
 */
export function createCutter(vocabulary) {
  /** @type {Map<string, { score: number, id: number }>} */
  const known = new Map();
  vocabulary.forEach(([piece, score], id) => {
    if (id >= RESERVED) known.set(piece, { score: score ?? 0, id });
  });
  const longest = Math.max(...vocabulary.map(([piece]) => [...piece].length));

  return (text) => {
    const signs = [...(SPACE + text.normalize("NFKC").replace(/\s/gu, SPACE))].map((sign) => {
      const [base = sign] = known.has(sign) ? [sign] : sign.normalize("NFD");
      return known.has(base) ? base : sign;
    });
    /** The pieces that end before each place, those that begin further left first. */
    const endings = Array.from({ length: signs.length + 1 }, () => /** @type {Ending[]} */ ([]));
    for (let from = 0; from < signs.length; from++) {
      let piece = "";
      let any = false;
      for (let length = 1; length <= longest && from + length <= signs.length; length++) {
        piece += signs[from + length - 1];
        const found = known.get(piece);
        if (!found) continue;
        any = true;
        endings[from + length]?.push({ from, score: found.score, id: found.id });
      }
      if (!any) endings[from + 1]?.push({ from, score: 0, id: 0 });
    }
    /** @type {number[]} */
    const best = new Array(signs.length + 1).fill(0);
    /** @type {(Ending | null)[]} */
    const chosen = new Array(signs.length + 1).fill(null);
    for (let at = 1; at <= signs.length; at++) {
      for (const ending of endings[at] ?? []) {
        const score = ending.score + (best[ending.from] ?? 0);
        // Zero means not reached yet: no sum of scores is zero but that of unknown signs.
        if (best[at] === 0 || score >= (best[at] ?? 0)) {
          best[at] = score;
          chosen[at] = ending;
        }
      }
    }
    const ids = [];
    for (let at = signs.length; at > 0; at = chosen[at]?.from ?? at - 1) {
      const id = chosen[at]?.id ?? 0;
      if (id !== 0) ids.push(id);
    }
    // The first piece of all is a full stop.
    return ids.length === 0 ? [RESERVED] : ids.reverse().slice(0, MOST_PIECES);
  };
}

/** @typedef {{ from: number, score: number, id: number }} Ending */
