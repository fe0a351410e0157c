import type { ReactNode } from "react";

export function QuietNote({ children }: { children: ReactNode }) {
  return <p className="mb-3 border-l-[3px] border-rule-strong pl-3 text-14 text-muted">{children}</p>;
}
