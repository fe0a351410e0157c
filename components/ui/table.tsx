import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import type { ComponentProps, ReactNode } from "react";

/**
 * A real table in its own scrolling region: the page itself never scrolls sideways, nor by what is there for screen
 * readers alone (`relative` keeps that inside). First column sticks.
 */
export function Table({
  label,
  children,
  className,
}: {
  label: string;
  children: ReactNode;
  className?: string;
}) {
  const t = useTranslations("common");
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs keyboard focus
      tabIndex={0}
      className="relative overflow-x-auto border-y border-rule-strong bg-sheet"
    >
      {className?.includes("min-w-") ? (
        <p className="no-print sticky left-0 w-fit px-3 pt-1.5 text-12 text-muted sm:hidden">
          {t("moreColumns")}
        </p>
      ) : null}
      <table className={clsx("w-full border-collapse text-left text-13", className)}>{children}</table>
    </section>
  );
}

export function Th({ className, children, ...rest }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      {...rest}
      className={clsx(
        "border-b border-rule-strong bg-sheet px-3 py-2 align-bottom text-12 font-semibold text-muted first:sticky first:left-0 first:z-10",
        className,
      )}
    >
      {children}
    </th>
  );
}

export function Td({ className, ...rest }: ComponentProps<"td">) {
  return <td {...rest} className={clsx("border-b border-rule px-3 py-2 align-top", className)} />;
}

/** The cell that names its row; it stays in sight while the rest scrolls. */
export function RowHead({ className, ...rest }: ComponentProps<"th">) {
  return (
    <th
      scope="row"
      {...rest}
      className={clsx(
        "sticky left-0 z-10 border-b border-rule bg-sheet px-3 py-2 text-left align-top font-normal",
        className,
      )}
    />
  );
}
