"use client";

import { type ReactNode, useEffect, useRef } from "react";

/** What appears far from the button that asked for it, brought into view once, as it appears. */
export function ShownHere({ children, className }: { children: ReactNode; className?: string }) {
  const here = useRef<HTMLDivElement>(null);
  useEffect(() => {
    here.current?.scrollIntoView({ block: "center" });
  }, []);
  return (
    <div ref={here} className={className}>
      {children}
    </div>
  );
}
