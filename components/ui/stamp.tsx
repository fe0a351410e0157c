import type { LucideIcon } from "lucide-react";

/** Icon, word and border; the look of each state is in globals.css. */
export function Stamp({
  state,
  icon: Icon,
  children,
  title,
}: {
  state: string;
  icon: LucideIcon;
  children: string;
  title?: string;
}) {
  return (
    <span className="stamp" data-state={state} title={title}>
      <Icon aria-hidden="true" />
      {children}
    </span>
  );
}
