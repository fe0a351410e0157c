import { describe, expect, it } from "vitest";
import { readTimes } from "@/lib/engine/retrieve/read-times";

const context = { at: new Date("2024-05-15T02:00:00Z"), zone: "UTC" };
const days = (from: string, to: string) => ({
  from: new Date(`${from}T00:00:00Z`),
  to: new Date(`${to}T00:00:00Z`),
});

describe("readTimes", () => {
  it.each([
    ["What did we talk about on 8 May 2023?", days("2023-05-08", "2023-05-09"), ""],
    ["What happened in May 2023?", days("2023-05-01", "2023-06-01"), ""],
    ["what was discussed five months ago", days("2023-12-01", "2024-01-01"), ""],
    ["What did Caroline say yesterday?", days("2024-05-14", "2024-05-15"), "Caroline"],
    ["Summarise our conversation from last week.", days("2024-05-06", "2024-05-13"), ""],
    ["上周三我们聊了什么？", days("2024-05-08", "2024-05-09"), ""],
    ["三个月前发生了什么事情", days("2024-02-01", "2024-03-01"), ""],
  ])("sees that %s is about a time alone", (question, range, rest) => {
    const times = readTimes(question, context);
    expect(times.range).toEqual(range);
    expect(times.rest).toBe(rest);
    expect(times.preferred).toEqual([]);
    expect(times.mentions[0]?.effect).toBe("filter");
  });

  it.each(["Who did Maria have dinner with on May 3, 2023?", "2023年5月3日和谁吃的晚饭？"])(
    "only prefers the time when more is asked: %s",
    (question) => {
      const times = readTimes(question, context);
      expect(times.range).toBeNull();
      expect(times.rest).toBeNull();
      expect(times.preferred).toEqual([days("2023-05-03", "2023-05-04")]);
      expect(times.mentions[0]?.effect).toBe("boost");
    },
  );

  it("leaves ends open as they were said", () => {
    expect(readTimes("What has happened since June 2023?", context).range).toEqual({
      from: new Date("2023-06-01T00:00:00Z"),
      to: null,
    });
  });

  it("filters by nothing that it is unsure of", () => {
    expect(readTimes("what happened recently", context)).toMatchObject({ range: null, rest: null });
  });

  it("finds talks by their order", () => {
    expect(readTimes("What did we talk about three sessions ago?", context).session).toEqual({ ago: 3 });
    expect(readTimes("What was said in our last conversation?", context).session).toEqual({ ago: 1 });
    expect(readTimes("第三次对话聊了什么", context).session).toEqual({ ordinal: 3 });
    // More is asked: a meeting is not always a talk of ours.
    expect(readTimes("What did the dentist find in the last meeting?", context).session).toBeNull();
  });

  it("sees no time where none is", () => {
    expect(readTimes("What does Ana like?", context)).toEqual({
      range: null,
      session: null,
      preferred: [],
      mentions: [],
      rest: null,
    });
  });
});
