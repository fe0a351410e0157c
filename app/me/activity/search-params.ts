import { createLoader, createSerializer, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { ACTIVITY_KINDS } from "@/lib/contracts/pages";

/** Malformed values fall back to their defaults: a mistyped address is never an error. */
export const activitySearch = {
  type: parseAsStringLiteral(ACTIVITY_KINDS),
  agent: parseAsString.withDefault(""),
  memory: parseAsString.withDefault(""),
  cursor: parseAsString,
};
export const loadActivitySearch = createLoader(activitySearch);
const serialize = createSerializer(activitySearch);
export const toActivityHref = (values: Parameters<typeof serialize>[1]) => serialize("/me/activity", values);
