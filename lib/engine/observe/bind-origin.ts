import type { SourceType } from "@/lib/contracts/common";
import type { CallContext } from "@/lib/engine/model/context";
import type { Proposal } from "@/lib/engine/model/proposal";
import type { ObservedEvent } from "@/lib/engine/observe/observe-event";
import { readLineage } from "@/lib/engine/observe/read-lineage";
import { foldLineage, type Lineage, lowerSource } from "@/lib/engine/policy/bound-by-lineage";
import { redactPersonalData } from "@/lib/engine/policy/personal-data/redact-personal-data";
import { normaliseText } from "@/lib/engine/policy/normalise-value";
import type { WritePolicy } from "@/lib/engine/policy/write-policy";
import { findReference } from "@/lib/engine/observe/find-reference";
import type { EnginePorts } from "@/lib/engine/ports";
import type { Tx } from "@/lib/store/client";
import { findEcho, findRecalled } from "@/lib/store/review/find-echoes";

export interface BoundProposal {
  /** The source lowered to the least of what it was made from. */
  proposal: Proposal;
  lineage: Lineage | null;
  /** Packed for the same agent before: a repetition. */
  recalled: boolean;
  hold: { status: "pending_approval" | "quarantined"; reasonCode: string } | null;
}

/** Where a repetition of what was recalled is no evidence. A person may well say again what they were told. */
const MACHINES: ReadonlySet<SourceType> = new Set(["agent_inference", "internal_tool", "external_content"]);
const PERSONS: ReadonlySet<SourceType> = new Set(["user_statement", "user_confirmation", "approval"]);
const CONFIRMATIONS: ReadonlySet<SourceType> = new Set(["user_confirmation", "approval"]);
/** The head of a line as it is packed: pasted, it is a recall, whoever is said to speak. */
const PACKED_LINE = /\[mem_[0-9a-hjkmnp-tv-z]{26} \|/;
const HOUR = 3_600_000;

/**
 * Binds a proposal to where it really comes from: what it was made from, what was recalled for the same agent, and what
 * stood in a document from outside before somebody was said to have said it. Recognises the same words, not paraphrase.
 */
export async function bindOrigin(
  tx: Tx,
  ports: EnginePorts,
  call: CallContext,
  event: ObservedEvent,
  given: Proposal,
  policy: WritePolicy,
  now: Date,
): Promise<BoundProposal> {
  const { principal } = call;
  const named = await readLineage(tx, principal, given.derivedFrom ?? [], policy);
  const lineage = foldLineage([named, event.lineage].filter((one) => one !== null));
  let proposal: Proposal = {
    ...given,
    sourceType: lowerSource(given.sourceType, lineage, policy.sources),
  };
  const hold: BoundProposal["hold"] = lineage?.held
    ? { status: "quarantined", reasonCode: "derived_from_held" }
    : null;
  const mustFind = policy.relayedReferences === "found" && CONFIRMATIONS.has(proposal.sourceType);
  if (mustFind && (await isHearsay(tx, ports, call, given))) proposal = { ...proposal, hearsay: true };
  if (principal.actor.kind !== "agent" || hold !== null) return { proposal, lineage, recalled: false, hold };
  const { suspicion } = policy;
  const said = [given.statement, given.quote, typeof given.value === "string" ? given.value : null];
  const texts = listTexts(said, policy);
  const pasted = said.some((text) => text !== null && PACKED_LINE.test(text));
  if (texts.length === 0 || proposal.kind === "episodic")
    return { proposal, lineage, recalled: pasted, hold };
  const recalled =
    pasted ||
    (MACHINES.has(proposal.sourceType) &&
      (await findRecalled(
        tx,
        principal.tenantId,
        principal.actor.id,
        texts,
        new Date(now.getTime() - suspicion.recalledWithinHours * HOUR),
        { leastLength: suspicion.leastEchoLength, fold: normaliseText },
      )) !== null);
  if (recalled || !canEcho(proposal.sourceType)) return { proposal, lineage, recalled, hold };
  const since = new Date(now.getTime() - suspicion.echoWithinDays * 24 * HOUR);
  const echo = await findEcho(tx, principal.tenantId, given.scope, texts, since, normaliseText);
  if (echo === null) return { proposal, lineage, recalled, hold };
  if (!PERSONS.has(proposal.sourceType)) {
    proposal = { ...proposal, sourceType: "external_content" };
    return { proposal, lineage, recalled, hold };
  }
  // Somebody may repeat in earnest what they have read. Whether they did is theirs to say, not a key's.
  const held = proposal.instruction === null ? ("pending_approval" as const) : ("quarantined" as const);
  return { proposal, lineage, recalled, hold: { status: held, reasonCode: "echo_of_external" } };
}

/** A key's word that somebody confirmed it, without a word of theirs and without a reference that names one. */
async function isHearsay(tx: Tx, ports: EnginePorts, call: CallContext, given: Proposal): Promise<boolean> {
  if (call.principal.actor.kind !== "agent" || given.wordless !== true) return false;
  return given.sourceRef === null || (await findReference(tx, ports, call, given, given.sourceRef)) === null;
}

/** The texts as they would stand in a stored event, too: there personal data may be taken out. */
function listTexts(said: readonly (string | null)[], policy: WritePolicy): string[] {
  const { events } = policy.personalData;
  const texts = said.flatMap((text) => {
    if (text === null) return [];
    const { value } = redactPersonalData(text, (kind) => events[kind] === "allow");
    return [normaliseText(text), normaliseText(String(value))];
  });
  return [...new Set(texts)].filter((text) => text.length >= policy.suspicion.leastEchoLength);
}

/** What cannot come from outside by way of an agent: a database, a system, what is external anyway. */
function canEcho(type: SourceType): boolean {
  return !["verified_db", "system_event", "external_content"].includes(type);
}
