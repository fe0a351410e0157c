/** What a configured language model may read, how often it is asked again, and what it may cost. */
export interface ExtractionPolicy {
  model: "on" | "off";
  /** Kinds of event that are read; the turns of an assistant never are. */
  eventTypes: readonly string[];
  /** Calls for one extraction before it is given up. */
  attempts: number;
  /** First pause after a failure; doubles each time up to the longest, give or take half. */
  firstPauseSeconds: number;
  longestPauseSeconds: number;
  /** Tokens in and out of one day (UTC), of all calls; null = no cap. */
  tokensPerDay: number | null;
  /** In whatever currency the tenant counts; null = cost is not told. */
  pricePerMillionTokens: { in: number | null; out: number | null };
  /** A longer text is read in parts of at most this many characters. */
  partCharacters: number;
  mostCandidatesPerPart: number;
}

export const DEFAULT_EXTRACTION_POLICY: ExtractionPolicy = {
  model: "on",
  eventTypes: [
    "message",
    "approval",
    "feedback",
    "tool_result",
    "task_outcome",
    "external_document",
    "system",
  ],
  attempts: 6,
  firstPauseSeconds: 5,
  longestPauseSeconds: 3_600,
  tokensPerDay: 2_000_000,
  pricePerMillionTokens: { in: null, out: null },
  partCharacters: 8_000,
  mostCandidatesPerPart: 30,
};
