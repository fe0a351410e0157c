"use client";

import { useCallback, useReducer } from "react";
import type { Failure } from "@/components/ui/error-region";
import type { ActionResult } from "@/components/ui/use-action";
import type { ReviewItem } from "@/lib/contracts/pages";

/** What became of one card: the answer as a code the page has words for, and whether the server has it. */
export interface Answer {
  code: string;
  state: "saving" | "saved" | "undoing";
  /** Takes it back on the server; null where that cannot be done. Skipping needs none. */
  undo: (() => Promise<ActionResult<unknown>>) | null;
}

interface State {
  answers: Record<string, Answer>;
  failures: Record<string, Failure>;
  /** Cards in the order they were answered; the last one is what undo takes back. */
  order: string[];
}

type Event =
  | { type: "answered"; id: string; answer: Answer }
  | { type: "saved"; id: string }
  | { type: "undoing"; id: string }
  | { type: "returned"; id: string; failure: Failure | null }
  | { type: "kept"; id: string; failure: Failure };

function without<T>(record: Record<string, T>, id: string): Record<string, T> {
  const { [id]: _gone, ...rest } = record;
  return rest;
}

export function reduceReview(state: State, event: Event): State {
  const { id } = event;
  const answer = state.answers[id];
  switch (event.type) {
    case "answered":
      return {
        answers: { ...state.answers, [id]: event.answer },
        failures: without(state.failures, id),
        order: [...state.order.filter((other) => other !== id), id],
      };
    case "saved":
      return answer
        ? { ...state, answers: { ...state.answers, [id]: { ...answer, state: "saved" } } }
        : state;
    case "undoing":
      return answer
        ? { ...state, answers: { ...state.answers, [id]: { ...answer, state: "undoing" } } }
        : state;
    // The card comes back: undone, or refused by the server.
    case "returned":
      return {
        answers: without(state.answers, id),
        failures: event.failure ? { ...state.failures, [id]: event.failure } : without(state.failures, id),
        order: state.order.filter((other) => other !== id),
      };
    // It could not be taken back, so it stands as it stood.
    case "kept":
      return {
        ...state,
        answers: answer ? { ...state.answers, [id]: { ...answer, state: "saved" } } : state.answers,
        failures: { ...state.failures, [id]: event.failure },
      };
  }
}

async function settle(run: () => Promise<ActionResult<unknown>>): Promise<Failure | null> {
  const result = await run().catch(() => null);
  if (result === null) return { code: "offline", requestId: null };
  return result.ok ? null : { ...result.error, requestId: result.error.requestId || null };
}

/** A sitting: the cards as they were when it began, the answers given, and the one that is asked now. */
export function useReview(items: readonly ReviewItem[]) {
  const [state, dispatch] = useReducer(reduceReview, { answers: {}, failures: {}, order: [] });

  const answer = useCallback(
    async (
      id: string,
      code: string,
      run: (() => Promise<ActionResult<unknown>>) | null,
      undo: Answer["undo"],
    ) => {
      dispatch({ type: "answered", id, answer: { code, undo, state: run ? "saving" : "saved" } });
      if (!run) return true;
      const failure = await settle(run);
      dispatch(failure ? { type: "returned", id, failure } : { type: "saved", id });
      return failure === null;
    },
    [],
  );
  const undo = useCallback(
    async (id: string) => {
      const given = state.answers[id];
      if (!given || given.state !== "saved") return false;
      if (given.code === "skip") {
        dispatch({ type: "returned", id, failure: null });
        return true;
      }
      if (!given.undo) return false;
      dispatch({ type: "undoing", id });
      const failure = await settle(given.undo);
      dispatch(failure ? { type: "kept", id, failure } : { type: "returned", id, failure: null });
      return failure === null;
    },
    [state.answers],
  );
  const current = items.find(({ id }) => state.answers[id] === undefined) ?? null;
  return { ...state, current, answer, undo };
}
