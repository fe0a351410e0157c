import { estimateTokens, type Reading } from "@/lib/engine/extract/prepare-reading";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { ModelFailure } from "@/lib/engine/model/model-failure";
import type { ExtractionAnswer, ExtractionModel } from "@/lib/engine/ports";
import type { ExtractionRow } from "@/lib/store/extraction/extraction-queue";
import { insertModelCall } from "@/lib/store/extraction/model-calls";

/** Failures of which nothing can have been read on the other side. */
const NOT_READ: readonly string[] = ["unreachable", "rate_limited", "refused", "redirected"];

/** One call, outside every transaction, with its line in the account whatever came of it. Never throws for the model. */
export async function askModel(
  { database, ports }: EngineDeps,
  row: ExtractionRow,
  model: ExtractionModel,
  { event, part, limits }: Reading,
): Promise<ExtractionAnswer | ModelFailure> {
  const { tenantId, extractionId } = row;
  const started = ports.elapsed();
  const answer = await model
    .extract({
      text: part.text,
      eventType: event.type,
      sourceType: event.sourceType,
      occurredAt: event.occurredAt,
      mostCandidates: limits.mostCandidatesPerPart,
    })
    .catch((error: unknown) => (error instanceof ModelFailure ? error : new ModelFailure("unexpected")));
  const failed = answer instanceof ModelFailure;
  // A call that was not made costs nothing.
  if (failed && answer.code === "circuit_open") return answer;
  // What was sent counts also when nobody says how much it was.
  const sent = !failed || !NOT_READ.includes(answer.code);
  const told = answer.tokens;
  const tokensIn = bounded(told?.in ?? (sent ? estimateTokens(part.text) : 0));
  const tokensOut = bounded(told?.out ?? 0);
  const price = limits.pricePerMillionTokens;
  await database.withTenant(tenantId, (tx) =>
    insertModelCall(tx, {
      tenantId,
      callId: ports.newId("call"),
      extractionId,
      model: model.name,
      at: ports.clock.now(),
      outcome: failed ? answer.code : "ok",
      latencyMs: bounded(ports.elapsed() - started),
      tokensIn,
      tokensOut,
      estimated: sent && (told === null || told.in === null || told.out === null),
      cost:
        price.in === null || price.out === null
          ? null
          : (tokensIn * price.in + tokensOut * price.out) / 1_000_000,
    }),
  );
  return answer;
}

/** An endpoint may say anything; a column holds so much. */
function bounded(value: number): number {
  return Number.isFinite(value) ? Math.min(1_000_000_000, Math.max(0, Math.round(value))) : 0;
}
