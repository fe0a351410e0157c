import { z } from "zod";
import type { ModelCandidate } from "@/lib/engine/ports";

const value = z.union([
  z.string().min(1).max(2_000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(500)).min(1).max(30),
]);

/** What a model is asked for, item by item. Unknown fields of an answer (a scope, a confirmation) are not taken over. */
export const candidateItem = z.object({
  quote: z.string().min(2).max(2_000).describe("One sentence of the text, copied character by character."),
  subject: z
    .string()
    .max(80)
    .describe(
      "`speaker` for whoever speaks, `scope` for the project or matter, or a name that the text uses.",
    ),
  predicate: z.string().min(1).max(60).describe("A short name of the property, in snake_case."),
  value: value.describe("The value in the words of the quote, in the quote's language."),
  kind: z.enum(["semantic", "procedural"]),
  cardinality: z
    .enum(["one", "many"])
    .describe("Whether the subject has one such value at a time or several."),
  certainty: z.number().min(0).max(1),
  sensitivity: z.enum(["low", "medium", "high"]).describe("high: health, belief, identity numbers, money."),
  temporal_scope: z.enum(["permanent", "preference", "project_state", "temporary"]).nullable(),
});

export const extractionAnswer = z.object({ candidates: z.array(candidateItem) });

/** Whole enough to be read item by item: one unusable candidate does not take the others with it. */
const looseAnswer = z.object({ candidates: z.array(z.unknown()).max(10_000) });

/** @returns null when the answer as a whole has another shape */
export function parseAnswer(
  answer: unknown,
  most: number,
): { candidates: ModelCandidate[]; malformed: number } | null {
  const whole = looseAnswer.safeParse(answer);
  if (!whole.success) return null;
  // A few more than wanted, so that it is seen that there were too many.
  const items = whole.data.candidates.slice(0, most + 100);
  const parsed = items.map((item) => candidateItem.safeParse(item));
  const candidates = parsed.flatMap(({ data }) => {
    if (!data) return [];
    const { temporal_scope: temporalScope, ...rest } = data;
    return [{ ...rest, temporalScope }];
  });
  return { candidates, malformed: items.length - candidates.length };
}
