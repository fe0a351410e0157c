import type { FactKey } from "@/lib/engine/model/fact-state";
import { channelOf } from "@/lib/store/channel";
import type { Tx } from "@/lib/store/client";

/** What a write will want to know, as far as it can be said before anything is read. */
export interface Foreseen {
  /** Whose pauses and choices count. */
  people: readonly string[];
  /** Keyed digests of where it comes from. */
  blocked: readonly string[];
  dedupe: string | null;
  run: string | null;
  external: { scope: string; since: Date } | null;
  /** Keyed digests of what it says, as the tombstones hold them. */
  erased: readonly string[];
  meaningDigest: string | null;
  writer: string;
  fact: { key: FactKey; valueVersion: string } | null;
}

type Row = Record<string, unknown>;

/** The answer of look_ahead (drizzle/0012). */
export interface Found {
  policy: {
    version: number | null;
    body: unknown;
    calibrated: number | null;
    chances: unknown;
  };
  /** Any of these people ever paused, or paused this agent: when and for how long is looked at then. */
  paused: boolean;
  choices: { subject: string; topic: string; remember: boolean; infer: boolean }[] | null;
  blocked: boolean;
  recorded: boolean;
  run_end: string | null;
  external: boolean;
  erased: boolean;
  near: boolean;
  writer: string | null;
  fact: Row | null;
  claims: Row[] | null;
  open: Row[] | null;
}

export interface Ahead {
  foreseen: Foreseen;
  found: Promise<Found>;
  /** Read under the lock, and true until this transaction changes it: used once. */
  factUsed: boolean;
}

/**
 * Reads and locks in one call what the write is foreseen to need; started, not awaited. Whoever would read one of these
 * things looks here first (`aheadOf`) and asks by itself when something else was foreseen than what it needs.
 */
export function lookAhead(tx: Tx, tenantId: string, foreseen: Foreseen): void {
  const { external, fact } = foreseen;
  const asked = {
    people: foreseen.people,
    blocked: foreseen.blocked,
    dedupe: foreseen.dedupe,
    run: foreseen.run,
    external_in: external?.scope,
    external_since: external?.since,
    erased: foreseen.erased,
    meaning_digest: foreseen.meaningDigest,
    writer: foreseen.writer,
    ...(fact && {
      scope: fact.key.scope,
      subject: fact.key.subject,
      predicate: fact.key.predicate,
      subject_key: fact.key.subjectKey,
      predicate_key: fact.key.predicateKey,
      instance: fact.key.instance,
      value_version: fact.valueVersion,
    }),
  };
  const channel = channelOf(tx);
  const found = channel
    .send<{ found: Found }>(LOOK_AHEAD, [tenantId, JSON.stringify(asked)])
    .then(([row]) => row?.found as Found);
  found.catch(() => {});
  channel.ahead = { foreseen, found, factUsed: false };
}

const LOOK_AHEAD = "select look_ahead($1, $2::text::jsonb) as found";

/** What was looked up ahead in this transaction; null when nothing was. */
export function aheadOf(tx: Tx): Ahead | null {
  return channelOf(tx).ahead;
}

export const holdsAll = (asked: readonly string[], needed: readonly string[]): boolean =>
  needed.every((one) => asked.includes(one));

export const sameKey = (one: FactKey, other: FactKey): boolean =>
  one.scope === other.scope &&
  one.subject === other.subject &&
  one.predicate === other.predicate &&
  one.subjectKey === other.subjectKey &&
  one.predicateKey === other.predicateKey &&
  one.instance === other.instance;
