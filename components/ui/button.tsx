import { clsx } from "clsx";
import Link from "next/link";
import type { ComponentProps } from "react";

export type ButtonVariant = "primary" | "plain" | "quiet" | "danger" | "warning";
export type ButtonSize = "small" | "regular";

/** One look for what is pressed, whether it acts or leads somewhere. 44 px high on touch screens. */
export function buttonClass(variant: ButtonVariant = "plain", size: ButtonSize = "regular"): string {
  return clsx(
    "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control border font-medium whitespace-nowrap select-none",
    "transition-colors duration-150 pointer-coarse:min-h-11 [&>svg]:size-4 [&>svg]:shrink-0",
    "disabled:opacity-55 aria-disabled:opacity-55",
    size === "small" ? "min-h-7 px-2.5 text-13" : "min-h-9 px-3.5 text-14",
    variant === "primary" &&
      "border-accent bg-accent text-on-accent enabled:hover:bg-[color-mix(in_srgb,var(--accent)_88%,var(--ink))]",
    variant === "plain" && "border-control bg-sheet text-ink hover:bg-wash",
    variant === "warning" && "border-control bg-sheet text-danger hover:bg-danger-wash",
    variant === "quiet" && "border-transparent bg-transparent text-ink hover:bg-wash",
    variant === "danger" &&
      "border-danger bg-danger text-on-danger enabled:hover:bg-[color-mix(in_srgb,var(--danger)_88%,var(--ink))]",
  );
}

interface Look {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

export function Button({
  variant,
  size,
  className,
  type = "button",
  ...rest
}: ComponentProps<"button"> & Look) {
  return <button {...rest} type={type} className={clsx(buttonClass(variant, size), className)} />;
}

export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link {...rest} className={clsx(buttonClass(variant, size), className)} />;
}
