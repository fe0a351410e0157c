import type { Sensitivity } from "@/lib/contracts/common";
import { SENSITIVITIES } from "@/lib/contracts/common";
import type { RetrievalInput } from "@/lib/contracts/retrievals";
import { EngineError } from "@/lib/engine/errors";
import { holdsScope, type Principal } from "@/lib/engine/model/principal";
import type { HardFilter, ReadQuery } from "@/lib/engine/model/read-query";
import { listLexemes, listPlainWords } from "@/lib/engine/policy/analyse-text";
import { asksWhen } from "@/lib/engine/policy/asks-when";
import { quoteLexeme } from "@/lib/engine/policy/compose-postings";
import { listHighNames } from "@/lib/engine/retrieve/list-high-names";
import type { RetrievalPolicy } from "@/lib/engine/policy/retrieval-policy";
import type { FollowedAlias } from "@/lib/store/naming/aliases-in-text";
import { type AskedTimes, readTimes } from "@/lib/engine/retrieve/read-times";

/**
 * A fact written in this very moment may bear a bound a little past the clock (the bounds of one fact are a millisecond
 * apart at least). "Now" reaches that far, so that a writer's next read sees it.
 */
const NOW_REACHES_MS = 1_000;
/** Very long questions are searched by their first and their last distinct terms: what is asked stands at either end. */
const FIRST_TERMS = 64;
const LAST_TERMS = 128;
const MOST_KEY_WORDS = 512;

export interface Projection {
  query: Omit<ReadQuery, "vector">;
  validAt: Date;
  knownAt: Date;
  k: number;
  tokenBudget: number;
  /** Scopes and `type:*` grants that were searched. */
  scopes: string[];
  /** Names in the question that stand for somebody else, as they were followed. */
  aliases: readonly FollowedAlias[];
  /** Scopes asked for by name. */
  exactScopes: readonly string[];
  /** The question wants a time for an answer. */
  asksWhen: boolean;
  /** What the question says of when; null when the intent does not look at it. */
  times: AskedTimes | null;
}

/**
 * What is searched for, and within which bounds. Scopes, purposes and person come from the credentials alone; a request
 * narrows them. @throws EngineError `scope_not_allowed`
 */
export function projectQuery(
  principal: Principal,
  input: RetrievalInput,
  policy: RetrievalPolicy,
  now: Date,
  tenantZone: string,
): Projection {
  const scopes = input.scopes ?? null;
  for (const scope of scopes ?? []) {
    if (!holdsScope(principal.scopes, scope)) {
      throw new EngineError(
        "scope_not_allowed",
        "This credential does not hold one of the scopes that it asks for.",
      );
    }
  }
  const searched = [...new Set(scopes ?? principal.scopes)];
  const intent = input.intent ?? policy.defaultIntent;
  const profile = policy.intents[intent];
  const risk = input.risk_level ?? policy.defaultRisk;
  const validAt = input.valid_at ? new Date(input.valid_at) : now;
  const knownAt = input.known_at ? new Date(input.known_at) : now;
  const text = [input.query ?? "", input.task_type ?? ""].join(" ").trim();
  const range = input.time_range ?? null;
  if (range?.from && range.to && new Date(range.from) >= new Date(range.to)) {
    throw new EngineError("invalid_range", "The time range ends before it starts.");
  }
  // Times are read for those intents that look for what happened.
  const times =
    profile.episodes === null || !input.query
      ? null
      : readTimes(input.query, { at: validAt, zone: input.time_zone ?? tenantZone });
  const asked = times?.rest ?? text;
  const filter: HardFilter = {
    scopes: searched.filter((scope) => !scope.endsWith(":*")),
    scopeTypes: searched.filter((scope) => scope.endsWith(":*")).map((scope) => scope.slice(0, -2)),
    self: scopes === null ? principal.self : null,
    paused: [],
    without: [],
    validAt: input.valid_at ? validAt : new Date(now.getTime() + NOW_REACHES_MS),
    knownAt,
    asksValidAt: input.valid_at !== undefined,
    asksKnownAt: input.known_at !== undefined,
    includeSuperseded: input.include_superseded ?? false,
    includeArchived: input.include_archived ?? false,
    kinds: input.kinds ?? null,
    purposes: allowedPurposes(principal, input.purpose),
    sensitivities: upTo(policy.sensitivityCeiling),
    highNames: listHighNames(policy, searched, scopes === null ? principal.self : null),
    trustFloor: policy.trustFloor[risk],
    confirmedOnly: input.require_confirmed ?? profile.confirmedOnly,
    highRisk: risk === "high",
    range: range === null ? (times?.range ?? null) : { from: toDate(range.from), to: toDate(range.to) },
    session: times?.session ? placeOf(times.session, input.session_id ?? null) : null,
  };
  const entities = input.entities ?? [];
  const lexemes = bothEnds(listLexemes([asked, ...entities.map(nameOf)].join("\n")));
  return {
    query: {
      filter,
      intent,
      risk,
      lexemes,
      quotedLexemes: lexemes.map(quoteLexeme),
      anyLexeme: lexemes.map(quoteLexeme).join(" | "),
      keyWords: withVariants(listPlainWords(asked)).slice(0, MOST_KEY_WORDS),
      normalised: asked
        .normalize("NFKC")
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
        .trim(),
      entities: [...new Set(entities.flatMap((entity) => [entity, nameOf(entity).toLowerCase()]))],
      listing: lexemes.length === 0 || times?.rest != null,
      turns: profile.episodes,
      times: times?.preferred ?? [],
      near: false,
      bringsStandingRules: profile.bringsStandingRules,
      channels: {
        structured: policy.channels.structured,
        fullText: policy.channels.full_text,
        relation: policy.channels.relation,
      },
      depth: Math.max(profile.depth ?? policy.channelDepth, (input.k ?? policy.defaultK) * 2),
      bm25: policy.bm25,
      vectorFloor: policy.vectorFloor,
    },
    validAt,
    knownAt,
    k: input.k ?? policy.defaultK,
    tokenBudget: input.token_budget ?? policy.defaultTokenBudget,
    scopes: searched,
    aliases: [],
    asksWhen: asksWhen(input.query ?? ""),
    times,
    exactScopes: searched.filter((scope) => !scope.endsWith(":*")),
  };
}

function placeOf(
  session: NonNullable<AskedTimes["session"]>,
  present: string | null,
): NonNullable<HardFilter["session"]> {
  return "ago" in session
    ? { order: "ago", n: session.ago, present: present === null ? [] : [present] }
    : { order: "ordinal", n: session.ordinal, present: [] };
}

/** Without a named purpose all those of the credential count; a named one must be among them. */
function allowedPurposes(principal: Principal, named: string | undefined): string[] | null {
  if (named === undefined) return principal.purposes === null ? null : [...principal.purposes];
  if (principal.purposes !== null && !principal.purposes.includes(named)) {
    throw new EngineError("scope_not_allowed", "This credential may not act for that purpose.");
  }
  return [named];
}

function bothEnds(terms: string[]): string[] {
  if (terms.length <= FIRST_TERMS + LAST_TERMS) return terms;
  return [...terms.slice(0, FIRST_TERMS), ...terms.slice(-LAST_TERMS)];
}

function upTo(ceiling: Sensitivity): Sensitivity[] {
  return SENSITIVITIES.slice(0, SENSITIVITIES.indexOf(ceiling) + 1);
}

function toDate(text: string | undefined): Date | null {
  return text === undefined ? null : new Date(text);
}

/** `user:alice` → `alice`. */
function nameOf(subject: string): string {
  return subject.replace(/^[a-z]+:/, "");
}

/** Keys are not stemmed ("article_header"), questions inflect ("headers"): meet in the simple forms. */
function withVariants(words: readonly string[]): string[] {
  const forms = new Set<string>();
  for (const word of words) {
    forms.add(word);
    if (!/^[a-z]{3,}$/.test(word)) continue;
    forms.add(`${word}s`);
    if (word.endsWith("ies")) forms.add(`${word.slice(0, -3)}y`);
    if (word.endsWith("es")) forms.add(word.slice(0, -2));
    if (word.endsWith("s") && !word.endsWith("ss")) forms.add(word.slice(0, -1));
    if (word.endsWith("ing")) forms.add(word.slice(0, -3)).add(`${word.slice(0, -3)}e`);
    if (word.endsWith("ed")) forms.add(word.slice(0, -2)).add(word.slice(0, -1));
  }
  return [...forms];
}
