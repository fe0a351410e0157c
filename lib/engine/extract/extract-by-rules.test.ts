import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EventInput } from "@/lib/contracts/events";
import { type Extracted, extractByRules } from "@/lib/engine/extract/extract-by-rules";
import { FRESH_SENTENCES, LABELLED_SENTENCES, OTHER_VOICES } from "@/lib/testing/labelled-sentences";

const AT = new Date("2026-10-01T08:00:00Z");

function read(
  content: unknown,
  over: Partial<EventInput> = {},
  sourceType = "user_statement" as const,
): Extracted[] {
  const event = {
    type: "message",
    actor: "user",
    scope: "project:A",
    subject: "user:lin",
    source: { type: sourceType },
    content,
    ...over,
  } as EventInput;
  const observed = {
    eventId: "evt_1",
    sourceType: event.source.type,
    occurredAt: AT,
    content,
    episode: null,
    secretKinds: [],
  };
  return extractByRules(event, observed, "UTC");
}

function labelOf(item: Extracted): string[] {
  if (item.kind === "intent") {
    const { intent } = item;
    if (intent.implied) return [];
    return [intent.verb === "delete" ? "delete" : `${intent.verb}:${intent.target.predicate}`];
  }
  const { proposal } = item;
  if (proposal.kind === "episodic") return ["episode"];
  if (proposal.writeReason === "extracted: one_off") return ["one_off"];
  if (/_rule$/.test(proposal.predicate)) return [proposal.predicate];
  return [`${proposal.predicate}=${[proposal.value].flat().join(",")}`];
}

describe("what the rules read", () => {
  it.each([
    ["sentences of all kinds", LABELLED_SENTENCES, 150],
    ["stopping, denying, beginning later, two halves, today, what is over", FRESH_SENTENCES, 40],
  ] as const)("is what a person reads, in two languages: %s", (_, sentences, least) => {
    let right = 0;
    let found = 0;
    let labelled = 0;
    const wrong: string[] = [];
    for (const [text, expected] of sentences) {
      const got = read(text).flatMap(labelOf);
      const hits = got.filter((label) => expected.includes(label)).length;
      right += hits;
      found += got.length;
      labelled += expected.length;
      if (hits !== got.length || hits !== expected.length)
        wrong.push(`${text} → [${got.join(" | ")}], not [${expected.join(" | ")}]`);
    }
    const precision = right / found;
    const recall = right / labelled;
    const told = `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}\n${wrong.join("\n")}`;
    expect(sentences.length).toBeGreaterThanOrEqual(least);
    expect(precision, told).toBeGreaterThanOrEqual(0.95);
    expect(recall, told).toBeGreaterThanOrEqual(0.9);
  });

  it.each(OTHER_VOICES.map((text) => [text]))("is nothing of another's voice: %s", (text) => {
    expect(read(text).flatMap(labelOf)).toEqual([]);
  });

  it("rests on exact words at an exact place, whatever surrounds them, and is the same each time", () => {
    const piece = fc.oneof(
      fc.constantFrom(...LABELLED_SENTENCES.map(([text]) => text)),
      fc.string({ unit: "grapheme", maxLength: 20 }),
      fc.constantFrom(
        "```\nI live in Rome\n```",
        "> I live in Oslo",
        "🙂",
        "　",
        "“I live in a very old house”",
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), fc.constantFrom(" ", "\n", "\n\n"), (pieces, glue) => {
        const content = pieces.join(glue);
        const items = read(content);
        for (const item of items) {
          if (item.kind === "intent") {
            const { quote } = item.intent;
            expect(content.slice(quote.start, quote.end)).toBe(quote.text);
            continue;
          }
          const { quote, quoteAt } = item.proposal;
          expect(quoteAt && content.slice(quoteAt.start, quoteAt.end)).toBe(quote);
        }
        const keys = items.map((item) => (item.kind === "intent" ? item.intent.key : item.proposal.key));
        expect(read(content)).toEqual(items);
        expect(keys.every((key) => key?.startsWith("rules@2/"))).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it("are facts of their own, each under a name of its own", () => {
    const items = read(
      "I like hiking, painting and chess. I live in Berlin and work at Siemens. Ann prefers tea. Bob prefers tea.",
    );
    const keys = items.map((item) => (item.kind === "intent" ? item.intent.key : item.proposal.key));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("comes to an end on an open quotation with many words behind it", () => {
    const open = `I live in Berlin. She called it "${"so very good ".repeat(60)}`;
    expect(read(open).flatMap(labelOf)).toEqual(["home=Berlin"]);
  });

  it("keeps a doubt as a doubt", () => {
    for (const text of ["Maybe we use MongoDB.", "我们可能会用 MongoDB。", "I think I like jazz."]) {
      const [proposal] = read(text).flatMap((item) => (item.kind === "proposal" ? [item.proposal] : []));
      expect(proposal, text).toMatchObject({ assertion: "inferred" });
      expect(proposal?.certainty).toBeLessThan(0.6);
    }
  });

  it("keeps the code of two projects, two things and two rules apart", () => {
    const predicates = (text: string) =>
      read(text).flatMap((item) =>
        item.kind === "proposal" ? [`${item.proposal.subject}/${item.proposal.predicate}`] : [],
      );
    expect(predicates("Always write concise code.")).toEqual(["project:A/code_length_rule"]);
    expect(predicates("Always write concise replies.")).toEqual(["project:A/reply_length_rule"]);
    expect(predicates("Project A uses PostgreSQL. Project B uses MySQL.")).toEqual([
      "project:A/database",
      "project:B/database",
    ]);
  });

  it("hears a person only: an assistant says nothing, a record states facts, outside texts speak of what they name", () => {
    const text = "I live in Berlin. We use PostgreSQL. Forget my address. Atlas uses MongoDB.";
    const told = (over: Partial<EventInput>) => read(text, over).flatMap(labelOf);
    expect(told({ actor: "assistant", source: { type: "agent_inference" } })).toEqual([]);
    expect(told({ type: "tool_result", actor: "tool", source: { type: "internal_tool" } })).toEqual([
      "database=PostgreSQL",
      "database=MongoDB",
    ]);
    expect(
      told({ type: "external_document", actor: "external", source: { type: "external_content" } }),
    ).toEqual(["database=MongoDB"]);
  });

  it("takes fields at their word: facts, and what became of a task", () => {
    const record = (content: unknown, type: EventInput["type"]) =>
      read(content, { type, actor: "tool", source: { type: "internal_tool" } }).flatMap((item) =>
        item.kind === "proposal" ? [item.proposal] : [],
      );
    expect(record({ fact: { predicate: "region", value: "eu-west-1" } }, "tool_result")).toMatchObject([
      { predicate: "region", value: "eu-west-1", subject: "user:lin" },
    ]);
    expect(record({ task: "deploy", outcome: "failed", cause: "disk full" }, "task_outcome")).toMatchObject([
      { kind: "episodic", episode: { task: "deploy", outcome: "failed", cause: "disk full" } },
    ]);
    expect(record({ rows: [{ predicate: "x", value: 1 }] }, "tool_result")).toEqual([]);
  });
});
