import type { AmendStep, EraseStep, RecallStep, RecordStep, Step } from "@/lib/cli/demo/script";
import { type Stage, toInstant } from "@/lib/cli/demo/stage";
import { EngineError } from "@/lib/engine/errors";
import type { CallContext } from "@/lib/engine/model/context";

/** What earlier, unfinished seeds have left: moments at which something of a kind was done. */
export interface Done {
  recalls: ReadonlySet<string>;
  erasures: ReadonlySet<string>;
}

/** One step of the story, at its moment, through the engine's own door. Done before, it changes nothing. */
export async function performStep(stage: Stage, step: Step, done: Done): Promise<void> {
  const at = toInstant(step.when, stage.firstStart);
  stage.clock.set(at);
  const call = stage.callOf(step.by, `req_demo_${step.key}`);
  switch (step.does) {
    case "record":
      return record(stage, call, step, at);
    case "amend":
      return amend(stage, call, step, at);
    case "recall":
      return done.recalls.has(at.toISOString()) ? undefined : recall(stage, call, step);
    case "erase":
      return done.erasures.has(at.toISOString()) ? undefined : erase(stage, call, step);
  }
}

async function record(stage: Stage, call: CallContext, step: RecordStep, at: Date): Promise<void> {
  const { occurred } = step;
  const event = withTimes(stage, step);
  const proposes = event.candidates !== undefined || event.remember_as !== undefined;
  const occurredAt = (occurred ? toInstant(occurred, stage.firstStart) : at).toISOString();
  // The second try is for an event that was kept while the process ended before anything was made of it.
  for (const attempt of ["", "/again"]) {
    const { results } = await stage.engine.recordEvents(call, {
      events: [{ ...event, occurred_at: occurredAt, idempotency_key: `demo/${step.key}${attempt}` }],
      extract: proposes ? "none" : "auto",
      wait: "committed",
    });
    const decisions = results[0]?.decisions ?? [];
    const memoryId = decisions.find((decision) => decision.memory !== null)?.memory?.memory_id;
    if (memoryId) stage.memories.set(step.key, memoryId);
    if (!proposes || decisions.length > 0) return;
  }
}

function withTimes({ firstStart }: Stage, { event, from, to }: RecordStep): RecordStep["event"] {
  if (!event.candidates || !(from || to)) return event;
  const times = {
    ...(from && { valid_from: toInstant(from, firstStart).toISOString() }),
    ...(to && { valid_to: toInstant(to, firstStart).toISOString() }),
  };
  return { ...event, candidates: event.candidates.map((candidate) => ({ ...candidate, ...times })) };
}

async function amend(stage: Stage, call: CallContext, step: AmendStep, at: Date): Promise<void> {
  const target = stage.memories.get(step.target);
  // Erased by a later step of a seed that was cut off: then this one has happened too.
  if (!target) return;
  const now = at.toISOString();
  try {
    const history = await stage.engine.getHistory(stage.operator, target);
    const before = history.transitions.find((transition) => transition.at === now);
    if (!before) {
      const decision = await stage.engine.amend(call, step.verb, target, {
        ...step.input,
        ...(step.from && { valid_from: toInstant(step.from, stage.firstStart).toISOString() }),
        ...(step.ends && { at: toInstant(step.ends, stage.firstStart).toISOString() }),
      });
      if (decision.memory) stage.memories.set(step.key, decision.memory.memory_id);
    } else {
      const made = history.items.find((memory) => memory.recorded_at === now);
      stage.memories.set(step.key, made?.memory_id ?? target);
    }
  } catch (error) {
    if (!(error instanceof EngineError && error.code === "not_found")) throw error;
  }
}

async function recall(stage: Stage, call: CallContext, step: RecallStep): Promise<void> {
  await stage.engine.runDueWork(stage.tenantId);
  const { validAt, knownAt } = step;
  const found = await stage.engine.retrieve(call, {
    ...step.input,
    ...(validAt && { valid_at: toInstant(validAt, stage.firstStart).toISOString() }),
    ...(knownAt && { known_at: toInstant(knownAt, stage.firstStart).toISOString() }),
  });
  if (!step.used) return;
  const packed = new Set(found.snippets.map((snippet) => snippet.memory_id));
  const used = Object.entries(step.used).flatMap(([key, outcome]) => {
    const memoryId = stage.memories.get(key);
    return memoryId && packed.has(memoryId) ? [{ memory_id: memoryId, outcome }] : [];
  });
  stage.clock.advance(45_000);
  if (used.length > 0) await stage.engine.recordUse(call, found.retrieval_id, { used });
}

async function erase(stage: Stage, call: CallContext, step: EraseStep): Promise<void> {
  const ids = step.targets?.flatMap((key) => stage.memories.get(key) ?? []);
  const selector = step.selector ?? { memory_ids: ids ?? [] };
  await stage.engine.requestDeletion(call, { selector, cancel_window_s: step.windowSeconds });
}
