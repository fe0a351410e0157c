/** What one erasure covers: ids only, so that it can be kept, repeated and checked after the words are gone. */
export interface ErasurePlan {
  /** Selected and derived memories alike. */
  memoryIds: readonly string[];
  /** Their facts. */
  factIds: readonly string[];
  eventIds: readonly string[];
  /**
   * Set when everything about one person or thing goes: also what never became a memory. Not `everywhere` when the
   * request came through a key, whose scopes bound it.
   */
  allOfSubject: { subject: string; everywhere: boolean } | null;
  /** Entities of which nothing is remembered after this: their other names go too. */
  entityIds?: readonly string[];
  /** Exports that hold one of the memories. */
  exportIds?: readonly string[];
  /** Keyed digests under which vectors of the erased texts were cached. */
  textDigests: readonly string[];
}

/** Rows that hold something of a plan, place by place. */
export interface PlaceCounts {
  contents: number;
  periods: number;
  sources: number;
  quotes: number;
  payloads: number;
  proposals: number;
  reasons: number;
  rulings: number;
  keys: number;
  names: number;
  openWork: number;
  lexemes: number;
  vectors: number;
  cachedVectors: number;
  traceTexts: number;
  exportFiles: number;
}

export const NO_ROWS: Readonly<PlaceCounts> = {
  contents: 0,
  periods: 0,
  sources: 0,
  quotes: 0,
  payloads: 0,
  proposals: 0,
  reasons: 0,
  rulings: 0,
  keys: 0,
  names: 0,
  openWork: 0,
  lexemes: 0,
  vectors: 0,
  cachedVectors: 0,
  traceTexts: 0,
  exportFiles: 0,
};
