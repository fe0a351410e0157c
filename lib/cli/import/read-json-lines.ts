import { z } from "zod";
import { event, type EventInput } from "@/lib/contracts/events";
import { sha256Hex } from "@/lib/platform/hashing";

/**
 * One event a line, in the shape of POST /events. Without `scope` a line takes the given one; without
 * `candidates` it is remembered as an episode; without `idempotency_key` it gets one from its own text and place, so
 * that sending the file again changes nothing.
 * @throws Error naming the line that is not an event
 */
export function readJsonLines(text: string, options: { scope?: string }): EventInput[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === "") return [];
    const where = `line ${index + 1}`;
    let json: unknown;
    try {
      json = JSON.parse(line);
    } catch {
      throw new Error(`${where} is not JSON.`);
    }
    if (typeof json !== "object" || json === null || Array.isArray(json))
      throw new Error(`${where} is not an object.`);
    const parsed = event.safeParse({
      ...(options.scope && { scope: options.scope }),
      ...(!("candidates" in json) && { remember_as: "episode" }),
      idempotency_key: `jsonl/${index + 1}/${sha256Hex(line).slice(0, 32)}`,
      ...json,
    });
    if (!parsed.success) throw new Error(`${where} is not an event:\n${z.prettifyError(parsed.error)}`);
    return [parsed.data];
  });
}
