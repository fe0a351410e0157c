"use client";

import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";

type Announce = (text: string, urgency?: "polite" | "assertive") => void;
const Context = createContext<Announce>(() => {});

/** One polite and one assertive region for the whole page; both stay mounted, so that the first message is heard. */
export function LiveRegions({ children }: { children: ReactNode }) {
  const [polite, setPolite] = useState("");
  const [assertive, setAssertive] = useState("");
  const announce = useCallback<Announce>((text, urgency = "polite") => {
    const set = urgency === "assertive" ? setAssertive : setPolite;
    // The same sentence twice is read twice only if the text changes in between.
    set((before) => (before === text ? `${text}\u00a0` : text));
  }, []);
  const value = useMemo(() => announce, [announce]);
  return (
    <Context value={value}>
      {children}
      <div role="status" aria-live="polite" className="sr-only">
        {polite}
      </div>
      <div role="alert" aria-live="assertive" className="sr-only">
        {assertive}
      </div>
    </Context>
  );
}

export function useAnnounce(): Announce {
  return useContext(Context);
}
