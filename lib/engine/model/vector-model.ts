/** An embedding model of a tenant's vectors, and how far they are. */
export interface VectorModel {
  /** As the embedder names itself, its version included. */
  model: string;
  /**
   * building: its vectors are being made beside those that serve · serving: questions are compared with them ·
   * retiring: they are being removed · retired: none is left.
   */
  state: "building" | "serving" | "retiring" | "retired";
  /** The last memory looked at, in the order of ids. */
  reached: string;
  done: number;
  total: number;
  startedAt: Date;
  /** Null while memories are left to look at. */
  finishedAt: Date | null;
  attempts: number;
  lastError: string | null;
  dueAt: Date | null;
}
