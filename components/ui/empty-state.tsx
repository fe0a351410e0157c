import type { ReactNode } from "react";

/** Calm, specific, with the next step when there is one. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="border-y border-dashed border-rule-strong px-2 py-10 text-center">
      <p className="text-16 font-semibold">{title}</p>
      {children ? <div className="measure mx-auto mt-1.5 text-14 text-muted">{children}</div> : null}
      {action ? <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  );
}
