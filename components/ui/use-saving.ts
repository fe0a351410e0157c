"use client";

import { useState } from "react";
import type { Action } from "@/components/ui/use-action";

export type SavingState = "idle" | "saving" | "saved" | "failed";

/**
 * For a control that saves by itself: runs the action and says how it stands. @returns whether it was saved, so that the
 * control can go back to what is really so.
 */
export function useSaving<Input, T>(action: Action<Input, T>) {
  const [state, setState] = useState<SavingState>("idle");
  async function save(input: Input): Promise<boolean> {
    setState("saving");
    const result = await action(input).catch(() => null);
    setState(result?.ok ? "saved" : "failed");
    return result?.ok ?? false;
  }
  return { state, save };
}
