import type { ReactNode } from "react";

/** Name and value, ruled: the particulars of one thing. */
export function Particulars({ rows }: { rows: { name: string; value: ReactNode }[] }) {
  return (
    <dl className="border-t border-rule">
      {rows.map(({ name, value }) => (
        <div key={name} className="grid gap-x-6 border-b border-rule py-2 sm:grid-cols-[11rem_minmax(0,1fr)]">
          <dt className="text-13 font-normal text-muted sm:pt-px">{name}</dt>
          <dd className="min-w-0 text-14">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
