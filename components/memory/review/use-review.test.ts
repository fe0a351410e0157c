import { describe, expect, it } from "vitest";
import { reduceReview } from "@/components/memory/review/use-review";

const NONE = { answers: {}, failures: {}, order: [] };
const answered = (id: string, code = "keep") =>
  ({ type: "answered", id, answer: { code, state: "saving", undo: null } }) as const;

describe("a sitting", () => {
  it("gives a card back with the reason when the server refuses, and keeps the others' answers", () => {
    let state = reduceReview(NONE, answered("a"));
    state = reduceReview(state, answered("b"));
    state = reduceReview(state, { type: "saved", id: "b" });
    state = reduceReview(state, {
      type: "returned",
      id: "a",
      failure: { code: "stale_revision", requestId: "r" },
    });
    expect(Object.keys(state.answers)).toEqual(["b"]);
    expect(state.failures.a?.code).toBe("stale_revision");
    expect(state.order).toEqual(["b"]);
  });

  it("undoes the last one first, and a card answered anew is the last", () => {
    let state = reduceReview(NONE, answered("a"));
    for (const id of ["b", "a"]) state = reduceReview(state, answered(id));
    state = reduceReview(state, { type: "saved", id: "a" });
    expect(state.order).toEqual(["b", "a"]);
  });

  it("leaves an answer standing that could not be taken back", () => {
    let state = reduceReview(NONE, answered("a"));
    state = reduceReview(state, { type: "saved", id: "a" });
    state = reduceReview(state, { type: "undoing", id: "a" });
    state = reduceReview(state, {
      type: "kept",
      id: "a",
      failure: { code: "illegal_transition", requestId: null },
    });
    expect(state.answers.a?.state).toBe("saved");
    expect(state.failures.a?.code).toBe("illegal_transition");
  });
});
