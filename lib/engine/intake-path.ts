import type { SourceType } from "@/lib/contracts/common";
import type { EventInput } from "@/lib/contracts/events";
import type { Candidate, Decision } from "@/lib/contracts/memories";
import type { AdmitPath } from "@/lib/engine/admit-path";
import { classifyCandidate } from "@/lib/engine/extract/classify-candidate";
import { type Extracted, extractByRules, UNNAMED } from "@/lib/engine/extract/extract-by-rules";
import { noteDown } from "@/lib/engine/extract/note-down";
import { namesTime } from "@/lib/engine/extract/read-times";
import { toEpisodeProposal } from "@/lib/engine/extract/to-episode-proposal";
import type { CallContext } from "@/lib/engine/model/context";
import type { EngineDeps } from "@/lib/engine/model/deps";
import type { Proposal } from "@/lib/engine/model/proposal";
import { limitSourceType } from "@/lib/engine/observe/limit-source-type";
import type { ObservedEvent } from "@/lib/engine/observe/observe-event";
import { DEFAULT_WRITE_POLICY } from "@/lib/engine/policy/write-policy";
import type { WishPath } from "@/lib/engine/wish-path";
import { listCandidateKeys } from "@/lib/store/ledger/list-candidate-keys";
import { findTimeZone } from "@/lib/store/principals/find-time-zone";

/** What an event brings, handed in or read out of it, and what is made of each part. */
export interface IntakePath {
  /** In the order in which it is decided on: the same event gives the same items under the same keys. */
  listItems(
    call: CallContext,
    event: EventInput,
    observed: ObservedEvent,
    how: { extract: boolean; asNote: boolean },
  ): Promise<Extracted[]>;
  /** Of these items, what an earlier attempt at the same event left undone. */
  listUndone(call: CallContext, observed: ObservedEvent, items: readonly Extracted[]): Promise<Extracted[]>;
  /** Null when there is nothing to tell: a consequence without anything to change. */
  take(
    call: CallContext,
    event: EventInput,
    observed: ObservedEvent,
    item: Extracted,
    sameCall: Set<string>,
  ): Promise<Decision | null>;
}

const rank = (type: SourceType): number => DEFAULT_WRITE_POLICY.sources[type].authority;
const given = (proposal: Proposal): Extracted => ({ kind: "proposal", proposal, corrects: null });

/** Something in the event is of high sensitivity: so is the event, and what is made of its own words, which repeats them. */
export const isHigh = (event: EventInput): boolean =>
  event.candidates?.some((candidate) => candidate.sensitivity === "high") ?? false;

const raise = (item: Extracted): Extracted =>
  item.kind === "proposal" ? { ...item, proposal: { ...item.proposal, sensitivity: "high" } } : item;

export function createIntakePath(
  deps: EngineDeps,
  { admit }: Pick<AdmitPath, "admit">,
  wishes: WishPath,
): IntakePath {
  const { database } = deps;

  /** A candidate inside an event is at most what the event is: an agent cannot lift a web page into a user's mouth. */
  function classifyHandedIn(
    call: CallContext,
    event: EventInput,
    observed: ObservedEvent,
    candidate: Candidate,
  ): Proposal {
    const claimed = limitSourceType(call.principal, candidate.source.type).sourceType;
    const weaker = rank(claimed) <= rank(observed.sourceType) ? claimed : observed.sourceType;
    const proposal = classifyCandidate(candidate, weaker, "agent", event.subject ?? event.scope);
    // The event itself is what was said.
    return { ...proposal, wordless: false };
  }

  /** On whose wall clock the words are to be read; asked for only when they name a time. */
  async function zoneFor(call: CallContext, event: EventInput): Promise<string> {
    if (typeof event.content !== "string" || !namesTime(event.content)) return "UTC";
    const { tenantId } = call.principal;
    return database.withTenant(tenantId, (tx) =>
      findTimeZone(tx, tenantId, [event.subject ?? event.scope, event.scope]),
    );
  }

  return {
    async listItems(call, event, observed, { extract, asNote }) {
      const items: Extracted[] = [];
      for (const [at, candidate] of (event.candidates ?? []).entries())
        items.push(given({ ...classifyHandedIn(call, event, observed, candidate), key: `given/${at}` }));
      const own: Extracted[] = [];
      if (event.remember_as === "episode")
        own.push(given({ ...toEpisodeProposal(event, observed), key: "given/episode" }));
      if (extract) own.push(...extractByRules(event, observed, await zoneFor(call, event)));
      if (asNote && items.length + own.length === 0) own.push(given(noteDown(event, observed)));
      return [...items, ...(isHigh(event) ? own.map(raise) : own)];
    },

    async listUndone(call, observed, items) {
      // Nothing is made of an event again whose words were erased.
      if (observed.erased) return [];
      const { tenantId } = call.principal;
      const keys = await database.withTenant(tenantId, (tx) =>
        listCandidateKeys(tx, tenantId, observed.eventId),
      );
      const named = new Set(keys);
      if (named.has(null)) return items.slice(keys.length);
      // What only follows from something said followed from it then, or not at all.
      return items.filter((item) =>
        item.kind === "intent"
          ? !named.has(item.intent.key) && !(item.intent.implied && keys.length > 0)
          : !named.has(item.proposal.key ?? null),
      );
    },

    async take(call, event, observed, item, sameCall) {
      if (item.kind === "intent")
        return wishes.fulfil(call, { ...observed, sessionId: event.session_id ?? null }, item.intent);
      const corrected = item.corrects ? await wishes.correct(call, item.proposal, item.corrects.old) : null;
      if (corrected) {
        const { proposal, amendment } = corrected;
        return admit(call, observed, event.scope, proposal, sameCall, amendment);
      }
      // "Thursday, not Friday" about nothing that is remembered says nothing that could be.
      return item.corrects && item.proposal.predicate === UNNAMED
        ? null
        : admit(call, observed, event.scope, item.proposal, sameCall);
    },
  };
}
