import type { AmendStep, EraseStep, RecallStep, RecordStep, Step } from "@/lib/cli/demo/script";
import { type Stage, toInstant } from "@/lib/cli/demo/stage";
import type { CallContext } from "@/lib/engine/model/context";

/** One step of the story, at its moment, through the engine's own door. */
export async function performStep(stage: Stage, step: Step): Promise<void> {
  stage.clock.set(toInstant(step.when, stage.firstStart));
  const call = stage.callOf(step.by, `req_demo_${step.key}`);
  switch (step.does) {
    case "record":
      return record(stage, call, step);
    case "amend":
      return amend(stage, call, step);
    case "recall":
      return recall(stage, call, step);
    case "erase":
      return erase(stage, call, step);
  }
}

async function record(stage: Stage, call: CallContext, step: RecordStep): Promise<void> {
  const event = withTimes(stage, step);
  const proposes = event.candidates !== undefined || event.remember_as !== undefined;
  const occurredAt = toInstant(step.occurred ?? step.when, stage.firstStart).toISOString();
  const { results } = await stage.engine.recordEvents(call, {
    events: [{ ...event, occurred_at: occurredAt }],
    extract: proposes ? "none" : "auto",
    wait: "committed",
  });
  const remembered = results[0]?.decisions.find((decision) => decision.memory !== null);
  if (remembered?.memory) stage.memories.set(step.key, remembered.memory.memory_id);
}

function withTimes({ firstStart }: Stage, { event, from, to }: RecordStep): RecordStep["event"] {
  if (!event.candidates || !(from || to)) return event;
  const times = {
    ...(from && { valid_from: toInstant(from, firstStart).toISOString() }),
    ...(to && { valid_to: toInstant(to, firstStart).toISOString() }),
  };
  return { ...event, candidates: event.candidates.map((candidate) => ({ ...candidate, ...times })) };
}

async function amend(stage: Stage, call: CallContext, step: AmendStep): Promise<void> {
  const decision = await stage.engine.amend(call, step.verb, requireMemory(stage, step.target), {
    ...step.input,
    ...(step.from && { valid_from: toInstant(step.from, stage.firstStart).toISOString() }),
    ...(step.ends && { at: toInstant(step.ends, stage.firstStart).toISOString() }),
  });
  if (decision.memory) stage.memories.set(step.key, decision.memory.memory_id);
}

function requireMemory(stage: Stage, key: string): string {
  const memoryId = stage.memories.get(key);
  if (!memoryId) throw new Error(`The demo's story has no memory "${key}" at this point.`);
  return memoryId;
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
  const selector = step.selector ?? {
    memory_ids: step.targets?.map((key) => requireMemory(stage, key)) ?? [],
  };
  await stage.engine.requestDeletion(call, { selector, cancel_window_s: step.windowSeconds });
}
