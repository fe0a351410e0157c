export const PAUSE_LENGTHS = ["hour", "today", "open", "date"] as const;
export type PauseLength = (typeof PAUSE_LENGTHS)[number];
