import type { Confirmation, Kind, RiskLevel, Sensitivity, SourceType, Status } from "@/lib/contracts/common";
import type { Intent } from "@/lib/contracts/retrievals";

/** What may be looked at, decided from credentials, request and policy alone; every condition is hard. */
export interface HardFilter {
  /** Exact scopes, and whole types (`user`). Plain comparison; nothing is a pattern. */
  scopes: readonly string[];
  scopeTypes: readonly string[];
  /** `user:ID`: also what is about this person, wherever it stands. */
  self: string | null;
  /** People who paused their memory: nothing in their scope or about them. */
  paused: readonly string[];
  /** As if these memories were not there: what a replay leaves out. */
  without: readonly string[];
  validAt: Date;
  knownAt: Date;
  /** Set when the request named a moment: then history counts. */
  asksValidAt: boolean;
  asksKnownAt: boolean;
  includeSuperseded: boolean;
  includeArchived: boolean;
  kinds: readonly Kind[] | null;
  /** Purposes that match; null = any. */
  purposes: readonly string[] | null;
  sensitivities: readonly Sensitivity[];
  /** Of high sensitivity only what concerns these, or, where it concerns nobody, what stands in them. */
  highNames: readonly string[];
  trustFloor: number;
  /** Only confirmed; at high risk confirmed or system-verified. */
  confirmedOnly: boolean;
  highRisk: boolean;
  range: { from: Date | null; to: Date | null } | null;
  /** Only episodes of one talk, by its place in the order of talks, counted from 1; the present one does not count. */
  session: { order: "ago" | "ordinal"; n: number; present: readonly string[] } | null;
}

/** A question after projection. */
export interface ReadQuery {
  filter: HardFilter;
  intent: Intent;
  risk: RiskLevel;
  /** Stemmed terms for the words channel. */
  lexemes: readonly string[];
  /** The same, each as a tsquery literal. */
  quotedLexemes: readonly string[];
  /** And together: any of them. */
  anyLexeme: string;
  /** Words as written, with simple variants, to meet the words of keys. */
  keyWords: readonly string[];
  /** The question in lower case, one space between words, for names and keys of several words. */
  normalised: string;
  entities: readonly string[];
  /** Without words and entities the scopes' content itself is asked for. */
  listing: boolean;
  bringsStandingRules: boolean;
  /** How episodes are weighed as turns of a talk; null when the intent looks at none of that. */
  turns: TurnWeights | null;
  /** Times that the question names without being about nothing else: what happened then, or tells of it, comes first. */
  times: readonly { from: Date; to: Date }[];
  /** The weight is what the model has earned beside words. */
  vector: { model: string; embedding: readonly number[]; weight: number } | null;
  /** Whether the one scope asked has an index of its vectors. */
  near: boolean;
  channels: { structured: boolean; fullText: boolean; relation: boolean };
  depth: number;
  bm25: { k1: number; b: number };
  vectorFloor: number;
}

/** How much what stands around a turn counts for it, as a share of its relevance. */
export interface TurnWeights {
  before: number;
  after: number;
  /** One further away, on either side. */
  further: number;
  /** Added to `before` when the turn before only asks. */
  answer: number;
  /** The share of the question's words that the whole talk holds. */
  talk: number;
}

/** An episode among the turns of its talk. Relevances are of the words and the vector, mixed. */
export interface TurnContext {
  own: number;
  before: number;
  after: number;
  /** Of the second ones on either side, added up. */
  further: number;
  beforeAsks: boolean;
  talk: number;
  asks: boolean;
  tellsTime: boolean;
  /** It happened at a time that the question names, or tells of one. */
  atTime: boolean;
  /** Terms under which it is indexed. */
  length: number;
}

/** One memory that passed the hard filter and that at least one channel brought. */
export interface Found {
  memoryId: string;
  factId: string;
  scope: string;
  kind: Kind;
  /** As at the known moment. */
  status: Status;
  confirmation: Confirmation;
  sourceType: SourceType;
  trust: number;
  importance: number;
  temporalScope: string | null;
  openEnded: boolean;
  /** What age is counted from: when the newest supporting source said it. */
  asOf: Date;
  updatedAt: Date;
  subject: string | null;
  predicate: string | null;
  statement: string;
  eventIds: string[];
  /** Others that say the same and are shown by this one. */
  folded?: string[];
  /** Distinct reliable sources that contradict it. */
  contradictions: number;
  /** The incumbent, when this one is the other side of an open conflict and not itself in force. */
  challenges: string | null;
  /** Open conflicts it is a side of, by the other side's id. */
  conflictsWith: string[];
  /** What stands around an episode; null when the intent does not look there, or for anything else. */
  turn: TurnContext | null;
  structured: number | null;
  /** With what stands around it, when the intent looks there. */
  fullText: number | null;
  /** Its own words alone. */
  words: number | null;
  vector: number | null;
  /** How well it answers by way of another memory that names its subject. */
  relation: number | null;
}

export interface Reject {
  memoryId: string;
  code:
    | "erased"
    | "status"
    | "kind"
    | "sensitivity"
    | "purpose"
    | "not_yet_valid"
    | "expired"
    | "trust_floor"
    | "unconfirmed"
    | "time_range";
}

export interface SearchResult {
  /** All that stands in the scopes, whatever its state. */
  held: number;
  admitted: number;
  rejectCounts: Record<string, number>;
  /** At most as many as asked for. */
  rejects: Reject[];
  found: Found[];
}
