import type { StampState } from "@/components/memory/decide-state";

/** A memory as the console may show it: its words, or why they are not shown. */
export interface ShownMemory {
  memory_id: string;
  /** Null when erased or out of reach. */
  text: string | null;
  /** True when `text` has its letters covered. */
  masked: boolean;
  state: StampState | null;
  scope: string | null;
  line: { status: string; confirmation: string; as_of: string | null } | null;
}
export type ShownMemories = Record<string, ShownMemory>;

/** Covers letters and digits, keeping length and punctuation, so that rows can be told apart without being read. */
export function coverText(text: string): string {
  return text.replace(/[\p{L}\p{N}]/gu, "•");
}
