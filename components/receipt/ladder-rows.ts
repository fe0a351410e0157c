import type { DeletionTarget, DeletionTargetName } from "@/lib/contracts/deletions";

export const RUNGS = ["main", "vector", "fullText", "caches", "derived", "backups"] as const;
export type Rung = (typeof RUNGS)[number];

/** Every place a copy can live stands on exactly one rung; the type fails when a new place has none. */
const RUNG_OF: Record<DeletionTargetName, Rung> = {
  primary: "main",
  traces: "main",
  vector_index: "vector",
  search_index: "fullText",
  relation_index: "fullText",
  embedding_cache: "caches",
  response_cache: "caches",
  derived_memories: "derived",
  exports: "derived",
  replica: "backups",
  backup: "backups",
};

export type RungState = DeletionTarget["state"];
export interface RungRow {
  rung: Rung;
  state: RungState;
  found: number;
  removed: number;
  left: number;
  targets: DeletionTarget[];
}

/** The least finished place speaks for its rung: one open copy is an open rung. */
const URGENCY: RungState[] = ["failed", "running", "pending", "waiting", "done", "not_present"];

export function toLadder(targets: DeletionTarget[]): RungRow[] {
  return RUNGS.map((rung) => {
    const own = targets.filter((target) => RUNG_OF[target.target] === rung);
    const sum = (key: "found" | "removed" | "left") => own.reduce((total, target) => total + target[key], 0);
    return {
      rung,
      state: URGENCY.find((state) => own.some((target) => target.state === state)) ?? "not_present",
      found: sum("found"),
      removed: sum("removed"),
      left: sum("left"),
      targets: own,
    };
  });
}
