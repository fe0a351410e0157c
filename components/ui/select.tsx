"use client";

import ChevronDown from "lucide-react/icons/chevron-down";
import { clsx } from "clsx";
import { type ComponentProps, useId } from "react";
import { inputClass } from "@/components/ui/field";

type Props = Omit<ComponentProps<"select">, "id"> & {
  label: string;
  hideLabel?: boolean;
  /** `isName`: what somebody called it; no browser translates it. */
  options: { value: string; label: string; isName?: boolean }[];
};

/** The platform's own list: best on phones, and it speaks every assistive technology. */
export function Select({ label, hideLabel = false, options, className, ...rest }: Props) {
  const id = useId();
  return (
    <div className={clsx("grid gap-1.5", className)}>
      <label htmlFor={id} className={hideLabel ? "sr-only" : "text-14 font-medium"}>
        {label}
      </label>
      <div className="relative">
        <select {...rest} id={id} className={clsx(inputClass, "appearance-none truncate pr-8")}>
          {options.map((option) => (
            <option
              key={option.value}
              value={option.value}
              {...(option.isName ? { translate: "no" as const } : {})}
            >
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted"
        />
      </div>
    </div>
  );
}
