import {
  createLoader,
  createSerializer,
  parseAsArrayOf,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { type DeletionChoice, deletionChoice } from "@/lib/contracts/pages";

export const deleteSearch = {
  step: parseAsStringLiteral(["scope", "preview", "confirm"] as const).withDefault("scope"),
  scope: parseAsStringLiteral(["ids", "topic", "agent", "all"] as const),
  /** "-": memories without a topic. */
  topic: parseAsString,
  agent: parseAsString,
  ids: parseAsArrayOf(parseAsString),
};
export const loadDeleteSearch = createLoader(deleteSearch);
const serialize = createSerializer(deleteSearch);
export const toDeleteHref = (values: Parameters<typeof serialize>[1]) => serialize("/me/delete", values);

/** What the address asks for; null when it is not whole, so that the first step asks. */
export function toChoice(search: Awaited<ReturnType<typeof loadDeleteSearch>>): DeletionChoice | null {
  const { scope, topic, agent, ids } = search;
  const parsed = deletionChoice.safeParse({
    scope,
    ...(scope === "topic" && { topic: topic === "-" ? "" : topic }),
    ...(scope === "agent" && { agent }),
    ...(scope === "ids" && { ids }),
  });
  return parsed.success ? parsed.data : null;
}
