import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { parseTime, type TimeMention } from "@/lib/engine/policy/time/parse-time";
import { CASES, type TimeCase } from "@/lib/testing/time-cases";
import type { Direction } from "@/lib/engine/policy/time/reading";
import { timeBounds } from "@/lib/engine/policy/time/time-bounds";

const ZONE = "Asia/Shanghai";
/** Wednesday, 10:00 there. */
const AT = new Date("2024-05-15T02:00:00Z");
const there = (text: string) => new Date(`${text.length > 10 ? text : `${text}T00:00`}:00+08:00`).getTime();

function matches(found: TimeMention | undefined, [, from, to, relation]: TimeCase): boolean {
  if (found === undefined || from === null || to === undefined) return false;
  const { range } = found;
  if (range.from.getTime() !== there(from) || range.to.getTime() !== there(to)) return false;
  return relation === undefined || found.relation === relation;
}

const all = (Object.entries(CASES) as [Direction, readonly TimeCase[]][]).flatMap(([direction, cases]) =>
  cases.map((one) => ({ direction, one, found: parseTime(one[0], { at: AT, zone: ZONE, direction }) })),
);

describe("parseTime", () => {
  it("reads what people call a time, and nothing else for one", () => {
    const named = all.filter(({ one }) => one[1] !== null);
    const right = named.filter(({ one, found }) => found.some((mention) => matches(mention, one)));
    const mentions = all.reduce((sum, { found }) => sum + found.length, 0);
    const wrong = all.filter(
      ({ one, found }) =>
        found.length !== (one[1] === null ? 0 : 1) || (one[1] !== null && !matches(found[0], one)),
    );
    const list = wrong.map(
      ({ direction, one, found }) =>
        `${direction}: ${one[0]} → ${found
          .map(
            ({ text, range, relation }) =>
              `${text} ${range.from.toISOString()} ${range.to.toISOString()} ${relation}`,
          )
          .join("; ")}`,
    );
    expect(all.length).toBeGreaterThanOrEqual(200);
    expect(right.length / named.length, list.join("\n")).toBeGreaterThanOrEqual(0.95);
    expect(right.length / mentions, list.join("\n")).toBeGreaterThanOrEqual(0.95);
    expect(list).toEqual([]);
  });
});

describe("a mention", () => {
  const parse = (text: string, direction: Direction = "past", zone = ZONE) =>
    parseTime(text, { at: AT, zone, direction });

  it("says where it stands and what the words around make of it", () => {
    const text = "I have worked there since June 2023, gladly";
    const [found] = parse(text);
    expect(found && text.slice(found.start, found.end)).toBe("since June 2023");
    expect(found).toMatchObject({ relation: "from", precision: "month" });
    expect(found && timeBounds(found)).toEqual({ from: new Date(there("2023-06-01")), to: null });
  });

  it("is as exact as the words", () => {
    const precisionOf = (text: string) => parse(text)[0]?.precision;
    expect(["two years ago", "5 months ago", "a week ago", "10 days ago"].map(precisionOf)).toEqual([
      "year",
      "month",
      "week",
      "day",
    ]);
    expect(["Q3 2023", "yesterday at 3pm", "yesterday at 3:15pm"].map(precisionOf)).toEqual([
      "quarter",
      "hour",
      "minute",
    ]);
  });

  it("is less sure of what is vague", () => {
    const sureOf = (text: string) => parse(text)[0]?.confidence ?? 0;
    expect(sureOf("a few months ago")).toBeLessThan(sureOf("three months ago"));
    expect(sureOf("5/8/2023")).toBeLessThan(sureOf("25/8/2023"));
    expect(sureOf("recently")).toBeLessThan(0.5);
    expect(sureOf("最近")).toBeLessThan(0.5);
  });

  it("finds several", () => {
    const found = parse("Ana moved on 8 May 2023 and again last week; 上周三又搬了一次");
    expect(found.map(({ text }) => text)).toEqual(["8 May 2023", "last week", "上周三"]);
  });

  it("goes by the asker's calendar, not by the machine's", () => {
    const [kiritimati, midway] = ["Pacific/Kiritimati", "Pacific/Midway"].map((zone) =>
      parse("yesterday", "past", zone)[0]?.range.from.toISOString(),
    );
    // 02:00 UTC on the 15th is the 15th at 16:00 there, and the 14th at 15:00 here.
    expect(kiritimati).toBe("2024-05-13T10:00:00.000Z");
    expect(midway).toBe("2024-05-13T11:00:00.000Z");
  });

  it("is the same on servers of every zone", () => {
    const script = `
      import { parseTime } from "@/lib/engine/policy/time/parse-time";
      import { CASES } from "@/lib/testing/time-cases";
      const at = new Date("${AT.toISOString()}");
      const found = [...CASES.past, ...CASES.future].map(([text]) =>
        parseTime(text, { at, zone: "${ZONE}", direction: "past" }));
      process.stdout.write(JSON.stringify([at.getHours(), found]));`;
    const answers = ["UTC", "Pacific/Kiritimati", "Pacific/Midway"].map((TZ) => {
      const args = ["--import", "tsx", "--input-type=module", "-e", script];
      return JSON.parse(execFileSync(process.execPath, args, { env: { ...process.env, TZ } }).toString());
    });
    expect(new Set(answers.map(([hour]) => hour)).size).toBe(3);
    expect(answers[1][1]).toEqual(answers[0][1]);
    expect(answers[2][1]).toEqual(answers[0][1]);
  });

  it("reckons days of 23 and 25 hours", () => {
    const [found] = parseTime("on 31 March 2024", { at: AT, zone: "Europe/Berlin", direction: "past" });
    expect(found?.range).toEqual({
      from: new Date("2024-03-30T23:00:00Z"),
      to: new Date("2024-03-31T22:00:00Z"),
    });
  });

  it("survives any text", () => {
    const pieces = [
      "月",
      "5",
      "前",
      "last ",
      "May ",
      "'",
      "99",
      "年",
      " to ",
      "号",
      "\ud83d",
      "the week before ",
      "二十",
      "/",
      ":",
    ];
    let state = 11;
    for (let round = 0; round < 2_000; round++) {
      let text = "";
      for (let i = 0; i < 12; i++) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        text += pieces[state % pieces.length];
      }
      for (const found of parse(text, "either")) {
        expect(found.range.from.getTime(), text).toBeLessThan(found.range.to.getTime());
        expect(found.text).toBe(text.slice(found.start, found.end));
      }
    }
  });
});
