"use client";

import { useCallback, useState, useTransition } from "react";
import type { Failure } from "@/components/ui/error-region";

export type ActionResult<T> =
  | { ok: true; data: T }
  | { ok: false; error: { code: string; requestId: string; fields?: { path: string; message: string }[] } };
export type Action<Input, T> = (input: Input) => Promise<ActionResult<T>>;

/**
 * Runs a server action, keeps its failure, and says whether it is running. A request that never arrived is a failure
 * too (`offline`): nothing is assumed to have happened.
 */
export function useAction<Input, T>(action: Action<Input, T>, onDone?: (data: T, input: Input) => void) {
  const [pending, start] = useTransition();
  const [failure, setFailure] = useState<Failure | null>(null);
  const run = useCallback(
    (input: Input) => {
      start(async () => {
        setFailure(null);
        const result = await action(input).catch(
          (): ActionResult<T> => ({ ok: false, error: { code: "offline", requestId: "" } }),
        );
        if (!result.ok) {
          setFailure({ ...result.error, requestId: result.error.requestId || null });
          return;
        }
        onDone?.(result.data, input);
      });
    },
    [action, onDone],
  );
  return { run, pending, failure, clear: useCallback(() => setFailure(null), []) };
}
