import { describe, expect, it } from "vitest";
import type { TurnContext } from "@/lib/engine/model/read-query";
import type { EpisodeWeights } from "@/lib/engine/policy/retrieval-policy";
import { weighEpisode } from "@/lib/engine/retrieve/weigh-episode";

const weights: EpisodeWeights = {
  before: 0.3,
  after: 0.2,
  further: 0.1,
  answer: 0.4,
  talk: 0.5,
  speaker: 0.5,
  question: 0.8,
  length: 0.2,
  when: 0.6,
  time: 0.3,
};
const alone: TurnContext = {
  own: 0.4,
  before: 0,
  after: 0,
  further: 0,
  beforeAsks: false,
  talk: 0,
  asks: false,
  tellsTime: false,
  atTime: false,
  length: 25,
};
const weigh = (
  turn: Partial<TurnContext>,
  statement = "I went there",
  asked: string[] = [],
  asksWhen = false,
  subject: string | null = null,
) =>
  weighEpisode(
    { statement, subject, scope: "project:A", turn: { ...alone, ...turn } },
    0,
    { lexemes: new Set(asked), asksWhen },
    weights,
  );
const one = (sum: number) => 1 - Math.exp(-sum);

describe("weighEpisode", () => {
  it("adds shares of the turns around it and of its talk", () => {
    expect(weigh({})).toBeCloseTo(one(0.4), 12);
    expect(weigh({ before: 0.5, after: 0.1, further: 0.2, talk: 0.6 })).toBeCloseTo(
      one(0.4 + 0.3 * 0.5 + 0.2 * 0.1 + 0.1 * 0.2 + 0.5 * 0.6),
      12,
    );
  });

  it("lends the answer what its question says", () => {
    expect(weigh({ before: 0.5, beforeAsks: true })).toBeCloseTo(one(0.4 + 0.7 * 0.5), 12);
  });

  it("prefers whom the question names, by the name in front or by whom it is about", () => {
    expect(weigh({}, "Mina: I did", ["mina"])).toBeCloseTo(one(0.4 * 1.5), 12);
    expect(weigh({}, "李雷：我去了", ["李雷"])).toBeCloseTo(one(0.4 * 1.5), 12);
    expect(weigh({}, "I did", ["mina"], false, "entity:Mina")).toBeCloseTo(one(0.4 * 1.5), 12);
    expect(weigh({}, "Jo: Mina did", ["mina"])).toBeCloseTo(one(0.4), 12);
    expect(weigh({}, "I did", ["a"], false, "project:A")).toBeCloseTo(one(0.4), 12);
  });

  it("prefers an answer to a question, a named time when one is asked for, and the time that is asked about", () => {
    expect(weigh({ asks: true })).toBeCloseTo(one(0.4 * 0.8), 12);
    expect(weigh({ tellsTime: true })).toBeCloseTo(one(0.4), 12);
    expect(weigh({ tellsTime: true }, "x", [], true)).toBeCloseTo(one(0.4 * 1.6), 12);
    expect(weigh({ atTime: true })).toBeCloseTo(one(0.4 + 0.3), 12);
  });

  it("grows with its length, slowly, and stays below one", () => {
    expect(weigh({ length: 3 })).toBeLessThan(weigh({ length: 25 }));
    expect(weigh({ length: 25 })).toBeLessThan(weigh({ length: 80 }));
    expect(weigh({ own: 1, before: 1, after: 1, further: 2, talk: 1, atTime: true })).toBeLessThan(1);
  });

  it("goes by its own relevance as long as no index places it", () => {
    const found = { statement: "Mina: x", subject: null, scope: "project:A", turn: null };
    expect(weighEpisode(found, 0.5, { lexemes: new Set(), asksWhen: false }, weights)).toBeCloseTo(
      one(0.5),
      12,
    );
  });
});
