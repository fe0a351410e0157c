"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const STEPS_MS = [2_000, 4_000, 10_000, 30_000];

/**
 * Asks the server for the page again, soon at first and then ever more slowly, and only while the page is in sight.
 * `slowly` begins with the slowest step.
 */
export function useLookingAgain(options: { on: boolean; slowly?: boolean }): void {
  const { on, slowly = false } = options;
  const router = useRouter();
  useEffect(() => {
    if (!on) return;
    let step = slowly ? STEPS_MS.length - 1 : 0;
    let timer: ReturnType<typeof setTimeout>;
    const again = () => {
      timer = setTimeout(() => {
        if (document.visibilityState === "visible") router.refresh();
        step = Math.min(step + 1, STEPS_MS.length - 1);
        again();
      }, STEPS_MS[step]);
    };
    again();
    return () => clearTimeout(timer);
  }, [router, on, slowly]);
}
