import type { Found } from "@/lib/engine/model/read-query";

/** One memory to pack, or the sides of a conflict, which stand or fall together. */
export interface PackUnit {
  members: Found[];
  /** Confirmed rules get their room first, and always whole. */
  rule: boolean;
}

export interface PackedItem {
  memoryId: string;
  /** From 1, in the order of the pack. */
  position: number;
  text: string;
  tokens: number;
  shortened: boolean;
}

export interface Pack {
  text: string;
  overhead: number;
  used: number;
  items: PackedItem[];
  /** What did not fit: tokens needed, tokens that were left. */
  nearMisses: { memoryId: string; needs: number; left: number }[];
}
