import type { ReactNode } from "react";

export function PageTitle({
  children,
  lead,
  aside,
}: {
  children: ReactNode;
  lead?: ReactNode;
  aside?: ReactNode;
}) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-28 font-semibold tracking-[-0.015em]">{children}</h1>
        {lead ? <p className="measure mt-1.5 text-16 text-muted">{lead}</p> : null}
      </div>
      {aside}
    </div>
  );
}
