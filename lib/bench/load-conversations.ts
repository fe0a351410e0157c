import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type LocomoConversation, readLocomo } from "@/lib/cli/import/read-locomo";
import type { Engine } from "@/lib/engine/engine";
import type { CallContext } from "@/lib/engine/model/context";

/** @throws Error when the folder holds no conversation */
export async function loadConversations(folder: string, zone: string): Promise<LocomoConversation[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".json")).sort();
  const loaded: LocomoConversation[] = [];
  for (const file of files) {
    const json: unknown = JSON.parse(await readFile(join(folder, file), "utf8"));
    loaded.push(...readLocomo(json, { name: basename(file, ".json"), zone }));
  }
  if (loaded.length === 0) throw new Error(`${folder} holds no .json file in LoCoMo's shape.`);
  return loaded;
}

export interface Ingest {
  events: number;
  writeMs: number;
  indexMs: number;
  /** Which turn an event was made from. */
  turnOf: Map<string, string>;
}

const BATCH = 100;

/** Writes every turn as an episode, then indexes them; the two are timed apart. */
export async function ingest(
  engine: Engine,
  call: CallContext,
  conversations: readonly LocomoConversation[],
  onProgress: (done: number, total: number) => void,
): Promise<Ingest> {
  const turns = conversations.flatMap((conversation) => conversation.turns);
  const turnOf = new Map<string, string>();
  const start = performance.now();
  for (let from = 0; from < turns.length; from += BATCH) {
    const batch = turns.slice(from, from + BATCH);
    const { results } = await engine.recordEvents(call, {
      events: batch.map(({ event }) => event),
      extract: "none",
      wait: "committed",
    });
    results.forEach((result, index) => {
      const turn = batch[index];
      if (turn) turnOf.set(result.event_id, turn.turnId);
    });
    onProgress(from + batch.length, turns.length);
  }
  const written = performance.now();
  while ((await engine.runDueWork(call.principal.tenantId)).indexed > 0);
  return { events: turns.length, writeMs: written - start, indexMs: performance.now() - written, turnOf };
}
