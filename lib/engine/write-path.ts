import type {
  EventInput,
  RecordEventsInput,
  RecordEventsOutput,
  RecordedEvent,
  RememberWordsInput,
} from "@/lib/contracts/events";
import type { Candidate, Decision, RememberInput } from "@/lib/contracts/memories";
import type { AdmitPath } from "@/lib/engine/admit-path";
import type { Engine } from "@/lib/engine/engine";
import { notFound } from "@/lib/engine/errors";
import type { ExtractionPath } from "@/lib/engine/extraction-path";
import { foreseeWrite } from "@/lib/engine/foresee-write";
import { createIntakePath, isHigh, type IntakePath } from "@/lib/engine/intake-path";
import { classifyCandidate } from "@/lib/engine/extract/classify-candidate";
import { describeRemembering } from "@/lib/engine/extract/describe-remembering";
import type { CallContext } from "@/lib/engine/model/context";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { agentOf } from "@/lib/engine/model/principal";
import { limitSourceType } from "@/lib/engine/observe/limit-source-type";
import type { ObservedEvent } from "@/lib/engine/observe/observe-event";
import { requireKnownInputs } from "@/lib/engine/observe/read-lineage";
import { requireMayWrite, requireNotPaused } from "@/lib/engine/observe/require-may-write";
import { EVENT_SHAPES } from "@/lib/engine/policy/event-shapes";
import { hideHighDecision } from "@/lib/engine/policy/hide-high";
import { reasonSentence } from "@/lib/engine/policy/reason-sentences";
import { requireCleanNames } from "@/lib/engine/policy/require-clean-names";
import { requireMeaningfulTimes } from "@/lib/engine/resolve/decide-times";
import { joinTransaction } from "@/lib/store/join-transaction";
import { retryDeadlocks } from "@/lib/store/retry-deadlocks";
import { sqlState } from "@/lib/store/rows";
import { wasRefused } from "@/lib/store/was-refused";
import type { WishPath } from "@/lib/engine/wish-path";
import { type Foreseen, lookAhead } from "@/lib/store/look-ahead";
import { findDecisions } from "@/lib/store/ledger/find-decisions";

function toNotices(observed: ObservedEvent): RecordedEvent["notices"] {
  const notices: RecordedEvent["notices"] = [];
  if (observed.claimedSourceType) {
    notices.push({
      code: "source_type_lowered",
      message: `${observed.claimedSourceType} was claimed, which this key or this kind of event may not be: recorded as ${observed.sourceType}.`,
    });
  }
  if (observed.secretKinds.length > 0) {
    notices.push({
      code: "secrets_masked",
      message: `Secrets were masked before storing: ${observed.secretKinds.join(", ")}.`,
    });
  }
  if (observed.personalDataKinds.length > 0) {
    notices.push({
      code: "personal_data_redacted",
      message: `Personal data was taken out before storing: ${observed.personalDataKinds.join(", ")}.`,
    });
  }
  return notices;
}

function namesOf(candidate: Candidate, path: string): Record<string, string | undefined> {
  return {
    [`${path}scope`]: candidate.scope,
    [`${path}subject`]: candidate.subject,
    [`${path}predicate`]: candidate.predicate,
    [`${path}consent_basis`]: candidate.consent_basis,
  };
}

export type WritePath = Pick<Engine, "recordEvents" | "remember" | "rememberWords">;

interface Steps extends AdmitPath {
  intake: IntakePath;
  ahead(foreseen: Foreseen | null): void;
  findEarlier(call: CallContext, eventId: string): Promise<Decision[]>;
  queueReading(
    call: CallContext,
    event: EventInput,
    observed: ObservedEvent,
  ): Promise<RecordedEvent["extraction"]>;
}

/** Events of one call in one transaction at most: their facts stay locked until it ends. */
const TOGETHER = 25;

/** observe → extract → gate → normalise → resolve → commit → index, in this order, for one event or one candidate. */
export function createWritePath(
  deps: EngineDeps,
  admitOver: (over: EngineDeps) => AdmitPath,
  wishesOver: (over: EngineDeps) => WishPath,
  extraction: ExtractionPath,
): WritePath {
  const { database, ports } = deps;
  const stepsOver = (over: EngineDeps): Steps => {
    const steps = admitOver(over);
    const intake = createIntakePath(over, steps, wishesOver(over));
    const queueReading: Steps["queueReading"] = (call, event, { eventId }) =>
      extraction.enqueue(over.database, call, event, eventId);
    // Only what is one transaction can be looked up ahead.
    return { ...steps, ahead: () => {}, intake, queueReading, findEarlier: findEarlierOver(over) };
  };
  // Two facts may be locked in one step too, when a claim turns out to be said already of another.
  const stepByStep = stepsOver({ ...deps, database: retryDeadlocks(database) });
  const { index } = stepByStep;
  const repeating = retryDeadlocks(database);

  /**
   * Observation and all that is made of it in one transaction: nothing in it waits for a model or the network. What fails
   * there is rolled back and goes its way once more as `otherwise` says. An end that nobody knows is not repeated: once
   * the unit is made, only the database's word that its rows were refused says that nothing of it stands.
   */
  async function together<T>(
    call: CallContext,
    unit: (steps: Steps) => Promise<T>,
    otherwise: () => Promise<T>,
  ): Promise<T> {
    const { tenantId } = call.principal;
    let made = false;
    try {
      return await repeating.withTenant(tenantId, async (tx) => {
        made = false;
        let policy: ReturnType<EngineDeps["policyFor"]> | null = null;
        const steps = stepsOver({
          ...deps,
          database: joinTransaction(database, tenantId, tx),
          policyFor: () => {
            policy ??= deps.policyFor(tx, tenantId);
            return policy;
          },
        });
        const ahead: Steps["ahead"] = (foreseen) => {
          if (foreseen) lookAhead(tx, tenantId, foreseen);
        };
        const result = await unit({ ...steps, ahead });
        made = true;
        return result;
      });
    } catch (error) {
      if (made && !wasRefused(error)) throw error;
      return otherwise();
    }
  }

  /** Alone and step by step in the end, so that what happened is recorded even where nothing can be made of it. */
  const recordAlone = (call: CallContext, event: EventInput, extract: boolean): Promise<RecordedEvent> =>
    together(
      call,
      (steps) => recordOne(call, event, extract, steps),
      () => recordOne(call, event, extract, stepByStep),
    );

  /** A batch a few events at a time; where one of them fails, each of its few goes alone: it takes no other along. */
  async function recordAll(
    call: CallContext,
    events: readonly EventInput[],
    extract: boolean,
  ): Promise<RecordedEvent[]> {
    const results: RecordedEvent[] = [];
    for (let from = 0; from < events.length; from += TOGETHER) {
      const few = events.slice(from, from + TOGETHER);
      const inTurn = async (one: (event: EventInput) => Promise<RecordedEvent>) => {
        const done: RecordedEvent[] = [];
        for (const event of few) done.push(await one(event));
        return done;
      };
      const alone = (event: EventInput) => recordAlone(call, event, extract);
      results.push(
        ...(few.length === 1
          ? await inTurn(alone)
          : await together(
              call,
              (steps) => inTurn((event) => recordOne(call, event, extract, steps)),
              () => inTurn(alone),
            )),
      );
    }
    return results;
  }

  const recordWords = (call: CallContext, event: EventInput): Promise<RecordedEvent> =>
    together(
      call,
      (steps) => recordOne(call, event, true, steps, true),
      () => recordOne(call, event, true, stepByStep, true),
    );

  async function recordOne(
    call: CallContext,
    event: EventInput,
    extract: boolean,
    steps: Steps,
    asNote = false,
  ): Promise<RecordedEvent> {
    const { ahead, observe, findEarlier, intake, queueReading } = steps;
    ahead(foreseeWrite(ports, call, event, null));
    const withhold = isHigh(event);
    const observed = await observe(call, event, withhold);
    // In the event's transaction; where it went step by step, a retry makes up for what a crash left out.
    const reading =
      extract && !withhold && !observed.erased ? await queueReading(call, event, observed) : "none";
    const items = await intake.listItems(call, event, observed, { extract, asNote });
    const decisions = observed.duplicate ? await findEarlier(call, observed.eventId) : [];
    const answered = decisions.length;
    const sameCall = new Set<string>();
    // A retry finds what the first attempt decided, and takes up what a crash left undone.
    for (const item of observed.duplicate ? await intake.listUndone(call, observed, items) : items) {
      try {
        const decision = await intake.take(call, event, observed, item, sameCall);
        if (decision) decisions.push(decision);
      } catch (error) {
        // Another attempt at the same event was quicker: one name, one candidate.
        if (!observed.duplicate || sqlState(error) !== "23505") throw error;
        decisions.splice(0, decisions.length, ...(await findEarlier(call, observed.eventId)));
      }
    }
    return {
      event_id: observed.eventId,
      duplicate: observed.duplicate,
      decisions,
      extraction: reading === "none" && extract && !observed.duplicate ? "done" : reading,
      indexing: observed.duplicate && decisions.length === answered ? "done" : "pending",
      notices: toNotices(observed),
    };
  }

  function findEarlierOver(over: EngineDeps): Steps["findEarlier"] {
    return ({ principal: { tenantId } }, eventId) =>
      over.database.withTenant(tenantId, (tx) =>
        findDecisions(tx, tenantId, eventId, ports.clock.now(), reasonSentence),
      );
  }

  return {
    async recordEvents(call, input: RecordEventsInput): Promise<RecordEventsOutput> {
      const { principal } = call;
      // All places are checked before the first event is stored: a batch is refused whole or taken event by event.
      await database.withTenant(principal.tenantId, async (tx) => {
        await requireMayWrite(
          tx,
          principal,
          input.events.map((event) => ({ scope: event.scope, subject: event.subject ?? null })),
          ports.clock.now(),
        );
        await requireNotPaused(
          tx,
          principal.tenantId,
          input.events.flatMap((event) => event.candidates ?? []),
          ports.clock.now(),
          agentOf(principal),
        );
        await requireKnownInputs(
          tx,
          principal,
          input.events.flatMap((event) => [
            ...(event.derived_from ?? []),
            ...(event.candidates ?? []).flatMap((candidate) => candidate.derived_from ?? []),
          ]),
        );
      });
      for (const [at, event] of input.events.entries()) {
        requireCleanNames({
          [`events.${at}.scope`]: event.scope,
          [`events.${at}.subject`]: event.subject,
          [`events.${at}.session_id`]: event.session_id,
        });
        for (const [index, candidate] of (event.candidates ?? []).entries()) {
          requireCleanNames(namesOf(candidate, `events.${at}.candidates.${index}.`));
          requireMeaningfulTimes(
            candidate,
            event.occurred_at ?? null,
            ports.clock.now(),
            `events.${at}.candidates.${index}.`,
          );
        }
      }
      const events = input.events.map((event, at) =>
        call.once && !event.idempotency_key ? { ...event, idempotency_key: `${call.once}/${at}` } : event,
      );
      const results = await recordAll(call, events, input.extract !== "none");
      const wait = input.wait === "indexed" || (input.wait === undefined && input.events.length === 1);
      for (const result of results) {
        if (result.indexing === "pending") result.indexing = await index(call, result.decisions, wait);
      }
      for (const result of results)
        result.decisions = result.decisions.map((decision) => hideHighDecision(call.principal, decision));
      return { results };
    },

    async rememberWords(call, input: RememberWordsInput): Promise<RecordedEvent> {
      requireCleanNames({ scope: input.scope, subject: input.subject, session_id: input.session_id });
      const source = input.source ?? { type: "user_statement" as const };
      const event: EventInput = {
        ...EVENT_SHAPES[source.type],
        scope: input.scope,
        ...(input.subject === undefined ? {} : { subject: input.subject }),
        ...(input.session_id === undefined ? {} : { session_id: input.session_id }),
        source,
        content: input.text,
      };
      const result = await recordWords(call, event);
      result.indexing = await index(call, result.decisions, input.wait !== "committed");
      return result;
    },

    async remember(call, input: RememberInput): Promise<Decision> {
      const { wait, ...candidate } = input;
      requireCleanNames(namesOf(candidate, ""));
      requireMeaningfulTimes(candidate, null, ports.clock.now(), "");
      const allowed = limitSourceType(call.principal, candidate.source.type);
      const proposal = classifyCandidate(
        candidate,
        allowed.sourceType,
        call.principal.via === "page" ? "page" : "agent",
        candidate.subject,
      );
      if (candidate.derived_from) {
        const named = candidate.derived_from;
        await database.withTenant(call.principal.tenantId, (tx) =>
          requireKnownInputs(tx, call.principal, named),
        );
      }
      const event = describeRemembering(candidate, proposal, call.principal);
      if (call.once) event.idempotency_key = call.once;
      const unit = async ({ ahead, observe, admit, findEarlier }: Steps) => {
        ahead(foreseeWrite(ports, call, event, proposal));
        const observed = await observe(call, event, proposal.sensitivity === "high");
        const [earlier] = observed.duplicate ? await findEarlier(call, observed.eventId) : [];
        if (earlier) return earlier;
        // Its words are gone: nothing may be made of it again.
        if (observed.erased) throw notFound("event");
        return admit(call, observed, candidate.scope, proposal, new Set());
      };
      const decision = await together(call, unit, () => unit(stepByStep));
      decision.indexing = await index(call, [decision], wait !== "committed");
      return hideHighDecision(call.principal, decision);
    },
  };
}
