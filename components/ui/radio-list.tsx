"use client";

import { useId } from "react";

/** A few choices of which one holds; the platform's own buttons, so that arrow keys work. */
export function RadioList<Value extends string>({
  legend,
  hideLegend = false,
  value,
  options,
  onChange,
  disabled = false,
  inline = false,
}: {
  legend: string;
  hideLegend?: boolean;
  value: Value;
  options: readonly { value: Value; label: string; hint?: string; lang?: string }[];
  onChange: (value: Value) => void;
  disabled?: boolean;
  inline?: boolean;
}) {
  const name = useId();
  return (
    <fieldset disabled={disabled} className={inline ? "flex flex-wrap gap-x-5 gap-y-1" : "grid gap-1"}>
      <legend className={hideLegend ? "sr-only" : "mb-1.5 text-14 font-medium"}>{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          lang={option.lang}
          className="inline-flex min-h-7 items-baseline gap-2 text-14 pointer-coarse:min-h-11 pointer-coarse:items-center"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            className="size-4 shrink-0 translate-y-0.5 accent-accent"
          />
          <span>
            {option.label}
            {option.hint ? <span className="block text-13 text-muted">{option.hint}</span> : null}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
