import { type ReactNode, useId } from "react";

/** A heading on a rule, as in a ledger; what stands at its right end is a count or a link. */
export function Section({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-10 first:mt-0">
      <div className="flex items-baseline justify-between gap-4 border-b border-ink pb-1.5">
        <h2 id={id} className="text-16 font-semibold">
          {title}
        </h2>
        {aside ? <div className="text-13 text-muted">{aside}</div> : null}
      </div>
      {children}
    </section>
  );
}
