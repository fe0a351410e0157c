"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import X from "lucide-react/icons/x";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, useRef } from "react";

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  /** What Enter in a field of one line does. */
  onEnter?: () => void;
  /** It shows what is shown once: only a button closes it, no key and no press beside it. */
  keepsOpen?: boolean;
}

const BY_MISTAKE = new Set(["escape-key", "outside-press", "focus-out"]);
const FIELDS =
  "section input:not([type=hidden], :disabled), section textarea:not(:disabled), section select:not(:disabled)";

/** The first field; of a list of choices the one that is chosen. True where there is none: then the sheet decides. */
function findFirst(popup: HTMLElement | null): HTMLElement | true {
  const first = popup?.querySelector<HTMLElement>(FIELDS);
  if (first instanceof HTMLInputElement && first.type === "radio")
    return popup?.querySelector<HTMLElement>("section input[type=radio]:checked") ?? first;
  return first ?? true;
}

/**
 * A modal sheet; focus goes to its first field, and comes back. On a phone it rises from the lower edge, and no keyboard
 * rises with it unasked.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  onEnter,
  keepsOpen = false,
}: Props) {
  const t = useTranslations("common");
  const popup = useRef<HTMLDivElement>(null);
  function enter(event: KeyboardEvent<HTMLElement>) {
    if (!onEnter || event.key !== "Enter" || event.nativeEvent.isComposing) return;
    if (!(event.target instanceof HTMLInputElement) || ["checkbox", "radio"].includes(event.target.type))
      return;
    event.preventDefault();
    onEnter();
  }
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => {
        if (!next && keepsOpen && BY_MISTAKE.has(details.reason)) details.cancel();
        else onOpenChange(next);
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="float-in fixed inset-0 z-40 bg-[rgb(20_19_18/0.45)]" />
        <Base.Popup
          ref={popup}
          initialFocus={(type) => type === "touch" || findFirst(popup.current)}
          className="float-in fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-dialog border border-rule-strong bg-sheet text-ink shadow-float outline-none sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[34rem] sm:max-w-[calc(100vw-3rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-dialog"
        >
          <header className="flex items-start gap-4 border-b border-rule px-5 pt-4 pb-3">
            <div className="min-w-0 flex-1">
              <Base.Title className="text-16 font-semibold">{title}</Base.Title>
              {description ? (
                <Base.Description className="mt-0.5 text-14 text-muted">{description}</Base.Description>
              ) : null}
            </div>
            <Base.Close
              aria-label={t("close")}
              className="-mr-2 inline-flex size-8 items-center justify-center rounded-control text-muted hover:bg-wash hover:text-ink pointer-coarse:size-11"
            >
              <X aria-hidden="true" className="size-4" />
            </Base.Close>
          </header>
          {/* The region scrolls, so it must be reachable by keyboard. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs keyboard focus */}
          <section tabIndex={0} aria-label={title} onKeyDown={enter} className="overflow-y-auto px-5 py-4">
            {children}
          </section>
          {footer ? (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-rule px-5 py-3">
              {footer}
            </footer>
          ) : null}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
