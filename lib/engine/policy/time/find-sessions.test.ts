import { describe, expect, it } from "vitest";
import { findSessions, type SessionOrder } from "@/lib/engine/policy/time/find-sessions";

const CASES: readonly (readonly [string, SessionOrder | null])[] = [
  ["What did we talk about three sessions ago?", { ago: 3 }],
  ["a session ago", { ago: 1 }],
  ["2 conversations ago", { ago: 2 }],
  ["What did Ana say in the last session?", "last"],
  ["during our previous conversation", "last"],
  ["in our most recent chat", "last"],
  ["the last time we talked", "last"],
  ["the session before last", { ago: 2 }],
  ["in the first session", { ordinal: 1 }],
  ["in our 4th conversation", { ordinal: 4 }],
  ["in session 12", { ordinal: 12 }],
  ["三次对话前", { ago: 3 }],
  ["两次聊天之前", { ago: 2 }],
  ["上次聊天说了什么", "last"],
  ["上一次对话", "last"],
  ["上上次对话", { ago: 2 }],
  ["第三次会话", { ordinal: 3 }],
  ["three days ago", null],
  ["上次去北京", null],
  ["What sessions does the festival have?", null],
];

describe("findSessions", () => {
  for (const [text, sessions] of CASES) {
    it(`reads "${text}"`, () => {
      expect(findSessions(text).map((one) => one.sessions)).toEqual(sessions === null ? [] : [sessions]);
    });
  }
});
