import { readableText } from "@/lib/engine/extract/readable-text";
import { splitParts } from "@/lib/engine/extract/split-parts";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { ModelFailure } from "@/lib/engine/model/model-failure";
import type { ExtractionPolicy } from "@/lib/engine/policy/extraction-policy";
import type { ExtractionRow } from "@/lib/store/extraction/extraction-queue";
import { sumTokensSince } from "@/lib/store/extraction/model-calls";
import { type ExtractableEvent, findExtractable } from "@/lib/store/extraction/read-extractable";
import { listPausedSubjects } from "@/lib/store/memory/read-controls";

const DAY_MS = 86_400_000;
/** A person who paused may resume at any time. */
const PAUSED_MS = 15 * 60_000;
/** What a prompt takes beside the text, and what an answer takes, when the endpoint does not say. */
const PROMPT_TOKENS = 900;

export interface Reading {
  event: ExtractableEvent;
  parts: { text: string; start: number }[];
  part: { text: string; start: number };
  limits: ExtractionPolicy;
}

/** How an extraction ends or waits. */
export type Next =
  | { kind: "done"; reason: string | null }
  | { kind: "wait"; reason: string; until: Date }
  | { kind: "failed"; failure: ModelFailure }
  /** Somebody else has it now, or its words are gone. */
  | { kind: "lost" };

/** Two characters a token is more than most texts take, and about what Chinese takes. */
export function estimateTokens(text: string): number {
  return PROMPT_TOKENS + Math.ceil(text.length / 2);
}

/** Midnight UTC: when a budget begins anew. */
export function startOfDay(at: Date): Date {
  return new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
}

/**
 * The next part to read, or why not: everything that may stand in the way of sending a text, looked at right before it
 * is sent and not when it was queued.
 */
export async function prepareReading(deps: EngineDeps, row: ExtractionRow): Promise<Reading | Next> {
  const { tenantId } = row;
  return deps.database.withTenant(tenantId, async (tx) => {
    const now = deps.ports.clock.now();
    const limits = (await deps.policyFor(tx, tenantId)).write.extraction;
    if (limits.model === "off") return { kind: "done", reason: "switched_off" };
    // Holders that were never heard of again used their attempts up too.
    if (row.attempts > limits.attempts) return { kind: "failed", failure: new ModelFailure("unexpected") };
    const event = await findExtractable(tx, tenantId, row.eventId);
    if (event === null) return { kind: "done", reason: "erased" };
    // For everybody, or for the agent whose event it is.
    const agentId = event.writer.kind === "agent" ? event.writer.id : null;
    if ((await listPausedSubjects(tx, tenantId, peopleOf(event), now, agentId)).length > 0) {
      return { kind: "wait", reason: "paused", until: new Date(now.getTime() + PAUSED_MS) };
    }
    if (event.high) return { kind: "done", reason: "withheld" };
    const text = readableText(event.content);
    if (text === null) return { kind: "done", reason: "no_text" };
    const parts = splitParts(text, limits.partCharacters);
    const part = parts[row.partsDone];
    if (part === undefined) return { kind: "done", reason: null };
    if (limits.tokensPerDay !== null) {
      const today = startOfDay(now);
      const used = await sumTokensSince(tx, tenantId, today);
      if (used + estimateTokens(part.text) > limits.tokensPerDay) {
        return { kind: "wait", reason: "budget", until: new Date(today.getTime() + DAY_MS) };
      }
    }
    return { event, parts, part, limits };
  });
}

/** Whose pause counts for what is drawn from an event. */
export function peopleOf(event: { scope: string; subject: string | null }): string[] {
  return [event.scope, event.subject ?? ""].filter((name) => name.startsWith("user:"));
}
