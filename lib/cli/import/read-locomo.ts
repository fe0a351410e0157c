import { z } from "zod";
import type { EventInput } from "@/lib/contracts/events";
import { fromWallClock } from "@/lib/engine/policy/time/zoned-time";

const turn = z.object({
  speaker: z.string(),
  dia_id: z.string(),
  text: z.string(),
  blip_caption: z.string().optional(),
});
const question = z.object({
  question: z.string(),
  evidence: z.array(z.string()).default([]),
  category: z.number().int(),
});
const conversation = z.object({
  sample_id: z.string().optional(),
  conversation: z.record(z.string(), z.unknown()),
  qa: z.array(question).default([]),
});

/** One turn as an event, with the id that questions name it by. */
export interface LocomoTurn {
  turnId: string;
  event: EventInput;
}
export interface LocomoQuestion {
  text: string;
  /** 1 multi-hop, 2 temporal, 3 open-domain, 4 single-hop, 5 adversarial. */
  category: number;
  /** Turns that hold the answer; those that do not exist are left out. */
  evidence: string[];
}
export interface LocomoConversation {
  name: string;
  scope: string;
  turns: LocomoTurn[];
  questions: LocomoQuestion[];
}

const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

/** "1:56 pm on 8 May, 2023" as a reading of a clock; null when it is something else. */
export function parseSessionDate(text: string): number | null {
  const match = /^(\d{1,2}):(\d{2})\s*(am|pm)\s+on\s+(\d{1,2})\s+([a-z]+),?\s+(\d{4})$/i.exec(text.trim());
  if (!match) return null;
  const [, hour, minute, half, day, month, year] = match;
  const index = MONTHS.indexOf((month ?? "").toLowerCase());
  if (index < 0) return null;
  const hours = (Number(hour) % 12) + (half?.toLowerCase() === "pm" ? 12 : 0);
  return Date.UTC(Number(year), index, Number(day), hours, Number(minute));
}

/** "D8:6; D9:17", "D:11:26" and "D30:05" are D8:6, D9:17, D11:26 and D30:5. */
export function parseTurnIds(text: string): string[] {
  return [...text.matchAll(/D:?(\d+):0*(\d+)/gi)].map(([, session, number]) => `D${session}:${number}`);
}

/**
 * Reads one or several conversations of the LoCoMo shape. Session dates name no zone: `zone` says which clock they were
 * read from. Turns follow one another by a second, so that their order can be told.
 * @throws Error naming what is not of that shape
 */
export function readLocomo(
  json: unknown,
  options: { name: string; zone: string; scope?: string },
): LocomoConversation[] {
  const many = Array.isArray(json);
  const all = many ? json : [json];
  return all.map((one, index) => {
    const parsed = conversation.safeParse(one);
    if (!parsed.success)
      throw new Error(`${options.name} is not a LoCoMo conversation: ${z.prettifyError(parsed.error)}`);
    const name = many ? (parsed.data.sample_id ?? `${options.name}-${index + 1}`) : options.name;
    return readConversation(parsed.data, name, options.zone, options.scope ?? `project:${name}`);
  });
}

function readConversation(
  data: z.infer<typeof conversation>,
  name: string,
  zone: string,
  scope: string,
): LocomoConversation {
  const sessions = Object.keys(data.conversation)
    .flatMap((key) => /^session_(\d+)$/.exec(key)?.[1] ?? [])
    .sort((a, b) => Number(a) - Number(b));
  const turns = sessions.flatMap((number) => {
    const date = data.conversation[`session_${number}_date_time`];
    const wall = typeof date === "string" ? parseSessionDate(date) : null;
    if (wall === null) throw new Error(`${name}: session_${number}_date_time is missing or not a date.`);
    const start = fromWallClock(wall, zone).getTime();
    return z
      .array(turn)
      .parse(data.conversation[`session_${number}`])
      .map((said, position) => toTurn(said, { name, scope, number, at: start + position * 1_000 }));
  });
  const known = new Set(turns.map(({ turnId }) => turnId));
  return {
    name,
    scope,
    turns,
    questions: data.qa.map(({ question: text, category, evidence }) => ({
      text,
      category,
      evidence: [...new Set(evidence.flatMap(parseTurnIds))].filter((id) => known.has(id)),
    })),
  };
}

function toTurn(
  said: z.infer<typeof turn>,
  place: { name: string; scope: string; number: string; at: number },
): LocomoTurn {
  const turnId = parseTurnIds(said.dia_id)[0] ?? said.dia_id;
  const caption = said.blip_caption ? ` [shares a picture: ${said.blip_caption}]` : "";
  return {
    turnId,
    event: {
      idempotency_key: `locomo/${place.name}/${turnId}`,
      type: "message",
      occurred_at: new Date(place.at).toISOString(),
      scope: place.scope,
      subject: `entity:${said.speaker}`,
      session_id: `${place.name}/session_${place.number}`,
      actor: "user",
      source: { type: "import", ref: turnId },
      // Who speaks stands in the words as well: they are what is packed and read.
      content: `${said.speaker}: ${said.text}${caption}`,
      remember_as: "episode",
    },
  };
}
