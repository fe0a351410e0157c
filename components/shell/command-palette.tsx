"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import Search from "lucide-react/icons/search";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useId, useMemo, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { useShortcut, useShortcutList } from "@/components/ui/shortcuts";

export interface Place {
  href: string;
  label: string;
  /** Its names in every language, so that it is found whatever is typed. */
  names: readonly string[];
  /** Pressed after `g`. */
  key: string | null;
}

export type Area = "me" | "console";

/** Where a record is looked at, by the kind that its number names: one's own, or as an operator. */
const ADDRESSES: Record<Area, Record<string, string>> = {
  me: { mem: "/me/memories/", del: "/me/receipts/" },
  console: {
    mem: "/console/memories/",
    fact: "/console/chains/",
    ret: "/console/traces/",
    del: "/console/deletions/",
    apr: "/console/approvals/",
  },
};

/** A page by its name in any language, or a record by its number. */
export function findPlaces(places: readonly Place[], typed: string, area: Area): Place[] {
  const text = typed.trim();
  const kind = /^([a-z]+)_[0-9a-z]{26}$/.exec(text)?.[1];
  const path = kind && Object.hasOwn(ADDRESSES[area], kind) ? ADDRESSES[area][kind] : null;
  if (path) return [{ href: `${path}${text}`, label: text, names: [], key: null }];
  const wanted = text.toLocaleLowerCase();
  if (wanted === "") return [...places];
  return places.filter(({ label, names }) =>
    [label, ...names].some((name) => name.toLocaleLowerCase().includes(wanted)),
  );
}

/** From anywhere to anywhere by keyboard; the button beside it does the same. */
export function CommandPalette({ places, area }: { places: readonly Place[]; area: Area }) {
  const t = useTranslations("palette");
  const router = useRouter();
  const id = useId();
  const [open, setOpen] = useState(false);
  const [help, setHelp] = useState(false);
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const found = useMemo(() => findPlaces(places, typed, area), [area, places, typed]);
  const chosen = found[Math.min(at, found.length - 1)];

  function show() {
    setTyped("");
    setAt(0);
    setOpen(true);
  }
  function go(place: Place | undefined) {
    if (!place) return;
    setOpen(false);
    router.push(place.href as never);
  }
  function onKey(event: KeyboardEvent<HTMLInputElement>) {
    // What an input method does with a key is not meant for the list.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") setAt((before) => Math.min(before + 1, found.length - 1));
    else if (event.key === "ArrowUp") setAt((before) => Math.max(before - 1, 0));
    else if (event.key === "Enter") go(chosen);
    else return;
    event.preventDefault();
  }
  useShortcut({ keys: "mod+k", label: t("open"), run: show });
  useShortcut({ keys: "?", label: t("help"), run: () => setHelp(true) });

  return (
    <>
      {places.map((place) => (
        <GoTo key={place.href} place={place} go={go} />
      ))}
      <button
        type="button"
        onClick={show}
        aria-label={t("open")}
        title={t("open")}
        className="inline-flex size-8 items-center justify-center rounded-control text-ink hover:bg-wash pointer-coarse:size-11"
      >
        <Search aria-hidden="true" className="size-4" />
      </button>
      <Base.Root open={open} onOpenChange={setOpen}>
        <Base.Portal>
          <Base.Backdrop className="float-in fixed inset-0 z-40 bg-[rgb(20_19_18/0.45)]" />
          <Base.Popup className="float-in fixed inset-x-3 top-[12vh] z-50 mx-auto max-w-[34rem] rounded-dialog border border-rule-strong bg-sheet text-ink shadow-float outline-none">
            <Base.Title className="sr-only">{t("open")}</Base.Title>
            <input
              type="text"
              role="combobox"
              aria-expanded="true"
              aria-controls={`${id}-list`}
              aria-activedescendant={chosen ? `${id}-${chosen.href}` : undefined}
              aria-label={t("label")}
              placeholder={t("label")}
              value={typed}
              maxLength={80}
              onChange={(event) => {
                setTyped(event.target.value);
                setAt(0);
              }}
              onKeyDown={onKey}
              className="w-full rounded-t-dialog border-b border-rule bg-transparent px-4 py-3 text-16 outline-none placeholder:text-muted focus-visible:border-accent"
            />
            <div
              id={`${id}-list`}
              role="listbox"
              aria-label={t("places")}
              className="max-h-[50vh] overflow-y-auto p-1"
            >
              {found.map((place) => (
                // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field, as the pattern of a combobox asks
                // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are the field's
                <div
                  key={place.href}
                  id={`${id}-${place.href}`}
                  role="option"
                  aria-selected={place === chosen}
                  // The list is longer than a low window: what the arrows choose is brought into sight.
                  ref={place === chosen ? (option) => option?.scrollIntoView({ block: "nearest" }) : null}
                  onClick={() => go(place)}
                  className={`flex min-h-9 cursor-default items-center justify-between gap-4 rounded-[3px] px-3 text-14 pointer-coarse:min-h-11 ${place === chosen ? "bg-wash" : ""}`}
                >
                  <span className="min-w-0 truncate">{place.label}</span>
                </div>
              ))}
            </div>
            {found.length === 0 ? <p className="px-4 pb-4 text-14 text-muted">{t("nothing")}</p> : null}
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
      <KeySheet open={help} onClose={() => setHelp(false)} />
    </>
  );
}

function GoTo({ place, go }: { place: Place; go: (place: Place) => void }) {
  const t = useTranslations("palette");
  useShortcut(
    place.key
      ? { keys: `g ${place.key}`, label: t("goTo", { page: place.label }), run: () => go(place) }
      : null,
  );
  return null;
}

/** Every key that does something on this page, from the entries that bind them. */
function KeySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations("palette");
  const { list, enabled } = useShortcutList();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      title={t("help")}
      description={enabled ? t("helpText") : t("helpOff")}
    >
      <dl>
        {(open ? list() : []).map(({ keys, label }) => (
          <div
            key={`${keys} ${label}`}
            className="flex items-baseline justify-between gap-4 border-b border-rule py-1.5"
          >
            <dt className="text-14 font-normal">{label}</dt>
            <dd>
              <kbd className="rounded-[3px] border border-rule-strong px-1.5 font-mono text-12">
                {keys.replace("mod+", t("mod"))}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
