import { flatten } from "@/lib/engine/policy/flatten-text";
import type { Found } from "@/lib/engine/model/read-query";

/**
 * `[memory_id | scope | status | confirmation | as_of | text]`, one line for one memory. Line breaks and control
 * characters are flattened and nothing inside may look like the start of another line: what one memory says can never
 * pass for a second memory.
 */
export function formatLine(
  found: Pick<Found, "memoryId" | "scope" | "status" | "confirmation" | "asOf">,
  text: string,
): string {
  const fields = [
    found.memoryId,
    flatten(found.scope).replaceAll("|", "/"),
    found.status,
    found.confirmation,
  ];
  return `[${fields.join(" | ")} | ${found.asOf.toISOString().slice(0, 19)}Z | ${flatten(text)}]`;
}
