import { describe, expect, it } from "vitest";
import { event as eventSchema } from "@/lib/contracts/events";
import { rememberInput } from "@/lib/contracts/memories";

const candidate = (value: unknown) => ({
  scope: "project:A",
  subject: "project:A",
  predicate: "number",
  value,
  source: { type: "user_statement" },
});
const event = (content: unknown) => ({
  type: "tool_result",
  actor: "tool",
  scope: "project:A",
  source: { type: "internal_tool" },
  content,
});

describe("numbers", () => {
  // Read from JSON text, as they come over the wire: 19 digits of a card are rounded before anybody can look at them.
  const rounded = JSON.parse('{"card": 6222021234567890128, "in": [{"deep": 4111111111111111111}]}');

  it("that lost digits are refused, wherever they stand", () => {
    expect(rememberInput.safeParse(candidate(rounded.card)).success).toBe(false);
    expect(rememberInput.safeParse({ ...candidate("x"), metadata: rounded }).success).toBe(false);
    const refused = eventSchema.safeParse(event({ in: rounded.in }));
    expect(refused.success).toBe(false);
    expect(JSON.stringify(refused.error?.issues)).toContain("send it as a string");
  });

  it("that are what was sent are taken", () => {
    for (const value of [4111111111111111, -12, 0.5, 6.02e23, "6222021234567890128"])
      expect(rememberInput.safeParse(candidate(value)).success).toBe(true);
  });
});
