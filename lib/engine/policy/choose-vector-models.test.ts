import { describe, expect, it } from "vitest";
import type { VectorModel } from "@/lib/engine/model/vector-model";
import {
  chooseForReading,
  chooseForWriting,
  decideBeginning,
} from "@/lib/engine/policy/choose-vector-models";
import type { Embedder } from "@/lib/engine/ports";

const embedder = (model: string): Embedder => ({
  model,
  dimensions: 2,
  profile: { denseWeight: 0.2, languages: ["en"] },
  embed: async () => [],
});
const recorded = (states: Record<string, VectorModel["state"]>): VectorModel[] =>
  Object.entries(states).map(([model, state]) => ({
    model,
    state,
    reached: "",
    done: 0,
    total: 0,
    startedAt: new Date(0),
    finishedAt: null,
    attempts: 0,
    lastError: null,
    dueAt: null,
  }));
const NEW = embedder("new");
const OLD = embedder("old");

describe("which model", () => {
  it.each<[Record<string, VectorModel["state"]>, Embedder[], string[], string | null]>([
    [{}, [NEW, OLD], ["new"], "new"],
    [{}, [], [], null],
    [{ old: "serving", new: "building" }, [NEW, OLD], ["new", "old"], "old"],
    [{ old: "retiring", new: "serving" }, [NEW, OLD], ["new"], "new"],
    [{ old: "retired", new: "serving" }, [OLD, NEW], ["new"], "new"],
    // The one that serves cannot be run here: better the part that is there of the other.
    [{ old: "serving", new: "building" }, [NEW], ["new"], "new"],
    [{ other: "serving" }, [NEW], ["new"], "new"],
  ])("%o", (states, embedders, writing, reading) => {
    const models = recorded(states);
    expect(chooseForWriting(models, embedders).map(({ model }) => model)).toEqual(writing);
    expect(chooseForReading(models, embedders)?.model ?? null).toBe(reading);
  });

  it.each<[Record<string, VectorModel["state"]>, string | null, ReturnType<typeof decideBeginning>]>([
    [{}, null, "serve"],
    [{}, "old", "build"],
    [{ old: "serving" }, null, "build"],
    [{ old: "serving", new: "building" }, null, "nothing"],
    [{ new: "serving" }, null, "nothing"],
    // It was left once: only somebody's wish brings it back.
    [{ old: "serving", new: "retiring" }, null, "nothing"],
    [{ old: "serving", new: "retired" }, null, "nothing"],
  ])("is begun by itself: %o, other vectors %s: %s", (states, other, decision) => {
    expect(decideBeginning(recorded(states), "new", other)).toBe(decision);
  });
});
