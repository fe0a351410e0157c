import type { Kind, RiskLevel, Sensitivity } from "@/lib/contracts/common";
import type { TurnWeights } from "@/lib/engine/model/read-query";
import type { ChannelName, Intent, Parts } from "@/lib/contracts/retrievals";

/** How one intent reads: what it favours, how fast things fade for it, and what it leaves out. */
export interface IntentPolicy {
  /** Weights of S = w_r·R + w_i·I + w_t·T + w_p·P; they add up to 1. */
  weights: Parts;
  /** Kinds that fit the intent: +0.3 in P. */
  favours: readonly Kind[];
  /** Only confirmed memories, unless the request says otherwise. */
  confirmedOnly: boolean;
  /** Standing confirmed rules of the scopes are candidates whatever the words of the question. */
  bringsStandingRules: boolean;
  /** How the circumstances of an episode count; null = only its own words. */
  episodes: EpisodeWeights | null;
  /** How many candidates each channel may bring, when other than the policy's. */
  depth?: number;
  /** λ of T = exp(−λ·Δt), per day, by kind. */
  decayPerDay: Record<Kind, number>;
}

/** How much each circumstance of an episode, as a turn of a talk, counts in R. Measured: `npm run bench -- recall`. */
export interface EpisodeWeights extends TurnWeights {
  /** By how much it counts more when the question names who spoke. */
  speaker: number;
  /** Factor on a turn that only asks: its answer is wanted. */
  question: number;
  /** By how much a turn of some length counts more than a word or two. */
  length: number;
  /** By how much a turn that names a time counts more when a time is asked for. */
  when: number;
  /** Added when it happened at a time that the question names, or tells of one. */
  time: number;
}

/** The read policy of a tenant, as data. */
export interface RetrievalPolicy {
  intents: Record<Intent, IntentPolicy>;
  /** Assumed when a request names none. */
  defaultIntent: Intent;
  defaultRisk: RiskLevel;
  defaultK: number;
  defaultTokenBudget: number;
  /** Necessary, not sufficient: at high risk only confirmed or system-verified memories pass as well. */
  trustFloor: Record<RiskLevel, number>;
  /** The most sensitive memory that may enter a pack. */
  sensitivityCeiling: Sensitivity;
  /**
   * Above that ceiling, what is of high sensitivity: told when the question names the person it concerns (or they ask
   * themselves), or never.
   */
  highSensitivity: "named" | "never";
  channels: Record<ChannelName, boolean>;
  /** How many candidates each channel may bring. */
  channelDepth: number;
  rrfK: number;
  bm25: { k1: number; b: number };
  /** Weight of a key's match (subject, predicate) beside the words' match in R. */
  structuredWeight: number;
  /** Cosine below which a vector says nothing. */
  vectorFloor: number;
  /** Share of common terms from which two texts of one subject count as the same. */
  duplicateOverlap: number;
  /** The most memories of one source root in a pack, of those that nobody confirmed and no system of record says. */
  sourceCap: number;
  /** Independent reliable contradictions that silence an inference or a foreign text at medium and high risk. */
  consensusContradictions: number;
}

const DEFAULT_WEIGHTS: Parts = { R: 0.45, I: 0.2, T: 0.15, P: 0.2 };
/** Half-lives of 34.7, 13.9 and 69.3 days. */
const DEFAULT_DECAY: Record<Kind, number> = { semantic: 0.02, episodic: 0.05, procedural: 0.01 };

export const DEFAULT_RETRIEVAL_POLICY: RetrievalPolicy = {
  intents: {
    recover_preference: {
      weights: DEFAULT_WEIGHTS,
      favours: ["semantic"],
      confirmedOnly: true,
      bringsStandingRules: true,
      episodes: null,
      decayPerDay: DEFAULT_DECAY,
    },
    recover_decision: {
      weights: DEFAULT_WEIGHTS,
      favours: ["semantic", "episodic"],
      confirmedOnly: false,
      bringsStandingRules: false,
      episodes: null,
      decayPerDay: DEFAULT_DECAY,
    },
    recall_episode: {
      // Which episode is asked for is a matter of what happened in it; how important or fresh it is comes after.
      weights: { R: 0.75, I: 0.05, T: 0.1, P: 0.1 },
      favours: ["episodic"],
      confirmedOnly: false,
      bringsStandingRules: false,
      episodes: {
        before: 0.35,
        after: 0.35,
        further: 0.1,
        answer: 0.35,
        talk: 0.3,
        speaker: 0.5,
        question: 0.9,
        length: 0.2,
        when: 0.6,
        time: 0.3,
      },
      depth: 150,
      decayPerDay: DEFAULT_DECAY,
    },
    retrieve_procedure: {
      weights: DEFAULT_WEIGHTS,
      favours: ["procedural"],
      confirmedOnly: false,
      bringsStandingRules: false,
      episodes: null,
      decayPerDay: DEFAULT_DECAY,
    },
    resolve_conflict: {
      weights: DEFAULT_WEIGHTS,
      favours: ["semantic"],
      confirmedOnly: false,
      bringsStandingRules: false,
      episodes: null,
      decayPerDay: DEFAULT_DECAY,
    },
  },
  defaultIntent: "recover_decision",
  defaultRisk: "low",
  defaultK: 10,
  defaultTokenBudget: 2_000,
  trustFloor: { low: 0.3, medium: 0.5, high: 0.8 },
  sensitivityCeiling: "medium",
  highSensitivity: "named",
  channels: { structured: true, full_text: true, vector: true, relation: true },
  channelDepth: 60,
  rrfK: 60,
  bm25: { k1: 0.9, b: 0.4 },
  structuredWeight: 0.5,
  vectorFloor: 0.25,
  duplicateOverlap: 0.9,
  sourceCap: 5,
  consensusContradictions: 2,
};
