import type { Kind, Sensitivity } from "@/lib/contracts/common";

/** What goes for good after a time. Every list that is left out means all of its kind. */
export interface RetentionRule {
  kinds?: readonly Kind[];
  sensitivities?: readonly Sensitivity[];
  /** `live`: what is in force, by how long ago it was recorded; `past`: what no longer is, by how long ago it ended. */
  of: "live" | "past";
  days: number;
}

/** What becomes of memories with time. Nothing goes by itself: without rules and without a limit all of them stay. */
export interface LifecyclePolicy {
  archive: {
    /** The most memories in force in one scope; above it those of least weight leave the hot indexes. Null = no limit. */
    mostActive: number | null;
    /** After so many days without use a memory weighs half. */
    halfLifeDays: Record<Kind, number>;
    /** Of this importance (1..10) and above a memory is never archived by itself. */
    keepsImportance: number;
  };
  retention: readonly RetentionRule[];
}

export const DEFAULT_LIFECYCLE_POLICY: LifecyclePolicy = {
  archive: {
    mostActive: null,
    halfLifeDays: { semantic: 90, episodic: 30, procedural: 180 },
    keepsImportance: 9,
  },
  retention: [],
};
