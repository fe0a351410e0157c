"use client";

import { Menu as Base } from "@base-ui/react/menu";
import Check from "lucide-react/icons/check";
import type { ReactNode } from "react";

const itemClass =
  "flex min-h-8 cursor-default items-center gap-2 rounded-[3px] px-2.5 py-1 text-14 outline-none select-none data-highlighted:bg-wash pointer-coarse:min-h-11";

export function Menu({
  trigger,
  label,
  children,
}: {
  trigger: ReactNode;
  label: string;
  children: ReactNode;
}) {
  return (
    <Base.Root>
      <Base.Trigger
        aria-label={label}
        className="inline-flex min-h-8 items-center gap-1.5 rounded-control border border-transparent px-2 text-14 text-ink hover:bg-wash data-popup-open:bg-wash pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:justify-center [&>svg]:size-4"
      >
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} align="end" className="z-50 outline-none">
          <Base.Popup className="float-in max-h-[var(--available-height)] min-w-56 overflow-y-auto rounded-control border border-rule-strong bg-sheet p-1 text-ink shadow-float outline-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuItem({ children, onSelect }: { children: ReactNode; onSelect: () => void }) {
  return (
    <Base.Item className={itemClass} onClick={onSelect}>
      {children}
    </Base.Item>
  );
}

export function MenuChoices({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: { value: string; label: string; lang?: string }[];
  onChange: (value: string) => void;
}) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2.5 pt-2 pb-1 text-12 text-muted">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(next: string) => onChange(next)}>
        {options.map((option) => (
          <Base.RadioItem
            key={option.value}
            value={option.value}
            lang={option.lang}
            className={itemClass}
            closeOnClick
          >
            <span className="inline-flex size-4 items-center justify-center">
              <Base.RadioItemIndicator>
                <Check aria-hidden="true" className="size-4 text-accent" />
              </Base.RadioItemIndicator>
            </span>
            {option.label}
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-rule" />;
}

export function MenuNote({ children }: { children: ReactNode }) {
  return <div className="px-2.5 py-1.5 text-13">{children}</div>;
}
