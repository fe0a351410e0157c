import { expect, it } from "vitest";
import { countIndependent, type Voice } from "@/lib/engine/policy/count-independent";

const voice = (eventId: string, writerId: string, over: Partial<Voice> = {}): Voice => ({
  eventId,
  writerId,
  uri: null,
  ref: null,
  sessionId: null,
  ...over,
});

it("counts who shares a writer, a host, a document or a session once", () => {
  expect(countIndependent([voice("1", "a"), voice("2", "b"), voice("3", "c")])).toBe(3);
  expect(countIndependent([voice("1", "a"), voice("2", "a"), voice("3", "a")])).toBe(1);
  const host = (n: string) => ({ uri: `https://www.example.test/${n}` });
  expect(countIndependent([voice("1", "a", host("x")), voice("2", "b", host("y")), voice("3", "c")])).toBe(2);
  expect(countIndependent([voice("1", "a", { ref: "doc#1" }), voice("2", "b", { ref: "Doc#2" })])).toBe(1);
  expect(countIndependent([voice("1", "a", { sessionId: "s" }), voice("2", "b", { sessionId: "s" })])).toBe(
    1,
  );
  // Joined by a third that came later.
  expect(countIndependent([voice("1", "a"), voice("2", "b", host("x")), voice("3", "a", host("y"))])).toBe(1);
});
