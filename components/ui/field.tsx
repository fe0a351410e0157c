"use client";

import { Field as Base } from "@base-ui/react/field";
import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";

export const inputClass =
  "w-full min-w-0 rounded-control border border-control bg-sheet px-3 py-1.5 text-16 text-ink placeholder:text-muted sm:text-14 pointer-coarse:min-h-11 aria-invalid:border-danger data-invalid:border-danger";

interface FrameProps {
  label: string;
  /** For what stands beside a heading that says the same: the label is there for assistive technology alone. */
  hideLabel?: boolean;
  hint?: ReactNode;
  error?: string | null;
  children: ReactNode;
  className?: string;
}

/** Label, control, hint and error, tied together for assistive technology. */
export function FieldFrame({ label, hideLabel, hint, error, children, className }: FrameProps) {
  return (
    <Base.Root invalid={Boolean(error)} className={clsx("grid gap-1.5", className)}>
      <Base.Label className={hideLabel ? "sr-only" : "text-14 font-medium"}>{label}</Base.Label>
      {children}
      {hint ? <Base.Description className="text-13 text-muted">{hint}</Base.Description> : null}
      {error ? (
        <Base.Error match={true} className="text-13 text-danger">
          {error}
        </Base.Error>
      ) : null}
    </Base.Root>
  );
}

type TextFieldProps = Omit<FrameProps, "children"> & ComponentProps<"input">;

export function TextField({ label, hideLabel, hint, error, className, ...input }: TextFieldProps) {
  return (
    <FieldFrame label={label} hideLabel={hideLabel} hint={hint} error={error} className={className}>
      <Base.Control {...input} className={inputClass} />
    </FieldFrame>
  );
}

type TextAreaProps = Omit<FrameProps, "children"> & ComponentProps<"textarea">;

export function TextAreaField({ label, hideLabel, hint, error, className, ...input }: TextAreaProps) {
  return (
    <FieldFrame label={label} hideLabel={hideLabel} hint={hint} error={error} className={className}>
      <Base.Control
        render={<textarea rows={3} {...input} />}
        className={clsx(inputClass, "field-sizing-content min-h-20")}
      />
    </FieldFrame>
  );
}
