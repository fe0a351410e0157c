"use client";

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
} from "react";

/**
 * One key (`1`, `?`), one after another (`g m`), or with the platform's own modifier (`mod+k`). The sheet of keys is made
 * from the same entries that bind them, so that it cannot say what is not so.
 */
export interface Shortcut {
  keys: string;
  label: string;
  run: () => void;
}

interface Registry {
  add(id: string, shortcut: Shortcut): () => void;
  list(): Shortcut[];
  enabled: boolean;
}
const Context = createContext<Registry>({ add: () => () => {}, list: () => [], enabled: false });

/** How long the second key of two is waited for. */
const SECOND_KEY_MS = 1_500;

/** Keys belong to whoever types, to an open dialog or menu, and to an input method while it composes. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.isComposing || event.defaultPrevented) return true;
  const target = event.target as HTMLElement | null;
  if (
    target?.closest("input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable=true]")
  )
    return true;
  // One that is on its way out still stands in the page for its last movement; whoever closed it already types on.
  return (
    document.querySelector(
      ":is([role=dialog], [role=menu], [role=listbox]):not([data-closed], [data-closed] *)",
    ) !== null
  );
}

/**
 * Holds the keys of the page that is shown. `enabled` is the person's own choice and concerns single keys; what is
 * pressed together with the platform's modifier works either way.
 */
export function Shortcuts({ enabled, children }: { enabled: boolean; children: ReactNode }) {
  const entries = useRef(new Map<string, Shortcut>());
  const add = useCallback((id: string, shortcut: Shortcut) => {
    entries.current.set(id, shortcut);
    return () => {
      entries.current.delete(id);
    };
  }, []);
  const list = useCallback(() => [...entries.current.values()], []);
  useEffect(() => {
    let first: { key: string; at: number } | null = null;
    function onKey(event: KeyboardEvent) {
      const mod = event.metaKey || event.ctrlKey;
      if (event.altKey || event.isComposing) return;
      // The palette opens from anywhere, also out of a field; everything else leaves typing alone.
      if (isTaken(event) && !(mod && event.key.toLowerCase() === "k")) return;
      if (!mod && !enabled) return;
      const key = mod ? `mod+${event.key.toLowerCase()}` : event.key;
      const waited = first && event.timeStamp - first.at < SECOND_KEY_MS ? first.key : null;
      first = null;
      const known = [...entries.current.values()].reverse();
      const found =
        known.find((entry) => waited !== null && entry.keys === `${waited} ${key}`) ??
        known.find((entry) => entry.keys === key);
      if (found) {
        event.preventDefault();
        found.run();
      } else if (!mod && known.some((entry) => entry.keys.startsWith(`${key} `))) {
        first = { key, at: event.timeStamp };
      }
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [enabled]);
  const value = useMemo(() => ({ add, list, enabled }), [add, list, enabled]);
  return <Context value={value}>{children}</Context>;
}

export function useShortcutList(): { list: () => Shortcut[]; enabled: boolean } {
  const { list, enabled } = useContext(Context);
  return { list, enabled };
}

/** Binds keys as long as the component is shown; null binds nothing. */
export function useShortcut(shortcut: Shortcut | null): void {
  const id = useId();
  const { add } = useContext(Context);
  const latest = useRef(shortcut);
  useEffect(() => {
    latest.current = shortcut;
  });
  const keys = shortcut?.keys ?? null;
  const label = shortcut?.label ?? "";
  useEffect(
    () => (keys === null ? undefined : add(id, { keys, label, run: () => latest.current?.run() })),
    [add, id, keys, label],
  );
}
