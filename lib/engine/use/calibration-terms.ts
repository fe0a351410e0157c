export const DAY_MS = 86_400_000;
/** Retrievals whose use was reported, before anything is concluded from them. */
export const LEAST_REPORTS = 20;
/** A memory younger than this had no time to be used. */
export const TIME_TO_BE_USED_MS = 7 * DAY_MS;
