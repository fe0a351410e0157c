import { describe, expect, it } from "vitest";
import { readJsonLines } from "@/lib/cli/import/read-json-lines";
import { parseSessionDate, parseTurnIds, readLocomo } from "@/lib/cli/import/read-locomo";
import { toBatches } from "@/lib/cli/import/send-events";
import { fromWallClock } from "@/lib/engine/policy/time/zoned-time";

const conversation = {
  sample_id: "conv-x",
  conversation: {
    speaker_a: "Ana",
    speaker_b: "Bo",
    session_1_date_time: "1:56 pm on 8 May, 2023",
    session_1: [
      { speaker: "Ana", dia_id: "D1:1", text: "I moved to Porto." },
      { speaker: "Bo", dia_id: "D1:2", text: "Look!", blip_caption: "a photo of a kite" },
    ],
    session_10_date_time: "12:05 am on 1 January, 2024",
    session_10: [{ speaker: "Ana", dia_id: "D10:1", text: "Happy new year." }],
  },
  qa: [
    { question: "Where did Ana move?", answer: "Porto", evidence: ["D1:1; D:10:01", "D7:7"], category: 4 },
    { question: "What is unsaid?", category: 5 },
  ],
};

describe("reading a LoCoMo conversation", () => {
  it("keeps speaker, text, caption, date and order", () => {
    const [read] = readLocomo(conversation, { name: "file", zone: "Asia/Shanghai" });
    expect(read?.scope).toBe("project:file");
    expect(read?.turns.map(({ turnId }) => turnId)).toEqual(["D1:1", "D1:2", "D10:1"]);
    expect(read?.turns[1]?.event).toEqual({
      idempotency_key: "locomo/file/D1:2",
      type: "message",
      occurred_at: "2023-05-08T05:56:01.000Z",
      scope: "project:file",
      subject: "entity:Bo",
      session_id: "file/session_1",
      actor: "user",
      source: { type: "import", ref: "D1:2" },
      content: "Bo: Look! [shares a picture: a photo of a kite]",
      remember_as: "episode",
    });
    expect(read?.turns[2]?.event.occurred_at).toBe("2023-12-31T16:05:00.000Z");
  });

  it("names each conversation of a list by itself", () => {
    const read = readLocomo([conversation, conversation], { name: "all", zone: "UTC" });
    expect(read.map(({ scope }) => scope)).toEqual(["project:conv-x", "project:conv-x"]);
  });

  it("reads evidence however it is written, and only turns that exist", () => {
    expect(parseTurnIds("D8:6; D9:17")).toEqual(["D8:6", "D9:17"]);
    expect(parseTurnIds("D:11:26")).toEqual(["D11:26"]);
    expect(parseTurnIds("D30:05 D4:4")).toEqual(["D30:5", "D4:4"]);
    const [read] = readLocomo(conversation, { name: "file", zone: "UTC" });
    expect(read?.questions.map(({ evidence }) => evidence)).toEqual([["D1:1", "D10:1"], []]);
  });

  it("says what is wrong instead of guessing a date", () => {
    expect(parseSessionDate("12:00 pm on 3 June, 2023")).toBe(Date.UTC(2023, 5, 3, 12, 0));
    expect(parseSessionDate("last Tuesday")).toBeNull();
    const undated = { conversation: { ...conversation.conversation, session_1_date_time: "soon" } };
    expect(() => readLocomo(undated, { name: "file", zone: "UTC" })).toThrow("session_1_date_time");
    expect(() => readLocomo({ turns: [] }, { name: "file", zone: "UTC" })).toThrow("not a LoCoMo");
  });
});

describe("clock times of a zone", () => {
  const wall = (text: string) => Date.parse(`${text}Z`);
  it.each([
    ["2026-07-01T12:00:00", "Europe/Berlin", "2026-07-01T10:00:00.000Z"],
    ["2026-01-01T12:00:00", "Europe/Berlin", "2026-01-01T11:00:00.000Z"],
    // Skipped in spring: an hour later. Shown twice in autumn: the first.
    ["2026-03-29T02:30:00", "Europe/Berlin", "2026-03-29T01:30:00.000Z"],
    ["2026-10-25T02:30:00", "Europe/Berlin", "2026-10-25T00:30:00.000Z"],
    ["2026-01-01T00:00:00", "Asia/Kathmandu", "2025-12-31T18:15:00.000Z"],
  ])("%s in %s is %s", (text, zone, expected) => {
    expect(fromWallClock(wall(text), zone).toISOString()).toBe(expected);
  });
});

describe("reading events line by line", () => {
  const line = JSON.stringify({
    type: "message",
    actor: "user",
    source: { type: "import" },
    content: "hello",
    occurred_at: "2026-01-01T10:00:00+08:00",
  });

  it("fills in scope, episode and a key that is the same each time", () => {
    const read = () => readJsonLines(`${line}\n\n${line}\r\n`, { scope: "user:lin" });
    const [first, second] = read();
    expect(first).toMatchObject({ scope: "user:lin", remember_as: "episode", content: "hello" });
    expect(first?.idempotency_key).not.toBe(second?.idempotency_key);
    expect(read()).toEqual(read());
  });

  it("leaves what a line says itself", () => {
    const own = { ...JSON.parse(line), scope: "project:a", idempotency_key: "k", candidates: [] };
    const [read] = readJsonLines(JSON.stringify(own), { scope: "user:lin" });
    expect(read).toMatchObject({ scope: "project:a", idempotency_key: "k" });
    expect(read?.remember_as).toBeUndefined();
  });

  it("names the line that is wrong", () => {
    expect(() => readJsonLines(`${line}\nnot json`, { scope: "user:lin" })).toThrow("line 2 is not JSON");
    expect(() => readJsonLines(`\n\n[]`, {})).toThrow("line 3 is not an object");
    expect(() => readJsonLines(line, {})).toThrow("line 1 is not an event");
  });
});

describe("batches", () => {
  it("are bounded by number and by size, and lose nothing", () => {
    const event = (content: string) =>
      readJsonLines(
        JSON.stringify({
          type: "message",
          actor: "user",
          source: { type: "import" },
          scope: "user:a",
          content,
        }),
        {},
      )[0];
    const events = ["a", "b", "c", "x".repeat(150_000)].flatMap((content) => event(content) ?? []);
    expect([...toBatches(events, 2)].map((batch) => batch.length)).toEqual([2, 2]);
    const large = Array.from({ length: 60 }, () => events[3]).flatMap((one) => one ?? []);
    const batches = [...toBatches(large, 500)];
    expect(batches.length).toBeGreaterThan(1);
    expect(batches.flat()).toHaveLength(60);
    for (const batch of batches) expect(JSON.stringify(batch).length).toBeLessThan(4_100_000);
  });
});
