import type { SourceType } from "@/lib/contracts/common";
import type { EventInput } from "@/lib/contracts/events";
import type { CallContext } from "@/lib/engine/model/context";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { agentOf } from "@/lib/engine/model/principal";
import { limitByInputs } from "@/lib/engine/observe/limit-by-inputs";
import { type ObservedEvent, observeEvent } from "@/lib/engine/observe/observe-event";
import { requireMayWrite, requireNotPaused } from "@/lib/engine/observe/require-may-write";
import { insertEventInputs } from "@/lib/store/review/read-lineage";

/** How an event comes to stand in the ledger, whatever brings it. */
export interface ObservePath {
  /** `high`: something in the content is of high sensitivity, so it is encrypted, or withheld where the policy refuses it. */
  observe(call: CallContext, event: EventInput, high?: boolean): Promise<ObservedEvent>;
  observeVerb(
    call: CallContext,
    event: EventInput,
    byPersonConcerned: boolean,
    high?: boolean,
    origin?: VerbOrigin,
  ): Promise<ObservedEvent>;
}

/** What a relayed verb rests on: the event that its reference names, and what was claimed where nothing was found. */
export interface VerbOrigin {
  referred: string | null;
  claimed: SourceType | null;
}

export function createObservePath({ database, ports, policyFor }: EngineDeps): ObservePath {
  /** What happened; a transaction of its own unless the write path lets it join one. */
  async function observe(call: CallContext, event: EventInput, high = false): Promise<ObservedEvent> {
    const { principal } = call;
    return database.withTenant(principal.tenantId, async (tx) => {
      const place = { scope: event.scope, subject: event.subject ?? null };
      const [policy] = await Promise.all([
        policyFor(tx, principal.tenantId),
        requireMayWrite(tx, principal, [place], ports.clock.now()),
      ]);
      const { lineage, allowed } = await limitByInputs(tx, principal, event, policy.write);
      const observed = await observeEvent(tx, ports, call, event, allowed, {
        high: high ? policy.write.highSensitivity : null,
        personalData: policy.write.personalData.events,
        lineage,
      });
      ports.reached?.("observed");
      return observed;
    });
  }

  /** For a verb on an existing memory: the right to it was decided on the memory's place, and it is kept as that is. */
  async function observeVerb(
    call: CallContext,
    event: EventInput,
    byPersonConcerned: boolean,
    high = false,
    origin: VerbOrigin = { referred: null, claimed: null },
  ): Promise<ObservedEvent> {
    const { principal } = call;
    return database.withTenant(principal.tenantId, async (tx) => {
      const place = { scope: event.scope, subject: event.subject ?? null };
      // A person who paused can still put right what is remembered; nobody else can.
      if (!byPersonConcerned)
        await requireNotPaused(tx, principal.tenantId, [place], ports.clock.now(), agentOf(principal));
      const policy = await policyFor(tx, principal.tenantId);
      const source = { sourceType: event.source.type, claimed: origin.claimed };
      const observed = await observeEvent(tx, ports, call, event, source, {
        high: high ? "encrypt" : null,
        personalData: policy.write.personalData.events,
      });
      // When that is judged malicious or erased, what rests on it is found.
      if (origin.referred !== null && !observed.duplicate)
        await insertEventInputs(tx, principal.tenantId, observed.eventId, [origin.referred]);
      return observed;
    });
  }

  return { observe, observeVerb };
}
