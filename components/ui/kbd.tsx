import type { ReactNode } from "react";

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded-[3px] border border-rule-strong bg-wash px-1 font-mono text-12">{children}</kbd>
  );
}
