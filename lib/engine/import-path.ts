import type { ExportDocument, ImportInput, ImportOutput } from "@/lib/contracts/exports";
import type { RememberInput } from "@/lib/contracts/memories";
import type { Engine } from "@/lib/engine/engine";
import { EngineError } from "@/lib/engine/errors";
import { concernedBy } from "@/lib/engine/model/concerned";
import type { CallContext } from "@/lib/engine/model/context";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { agentOf, hasRole, holdsScope } from "@/lib/engine/model/principal";
import { maskSecretsIn } from "@/lib/engine/policy/detect-secrets";
import { erasedDigestParts, erasedTextParts } from "@/lib/engine/policy/erased-digest";
import { toFactKey } from "@/lib/engine/policy/fold-name";
import {
  importedType,
  lowerPeriod,
  lowerVersion,
  remapNames,
  renewIds,
} from "@/lib/engine/policy/lower-imported";
import { normaliseValue, VALUE_VERSION } from "@/lib/engine/policy/normalise-value";
import type { WritePolicy } from "@/lib/engine/policy/write-policy";
import { canonicalJson, sha256Hex } from "@/lib/platform/hashing";
import { appendAudit } from "@/lib/store/audit";
import type { Tx } from "@/lib/store/client";
import {
  findPresentFacts,
  type ImportedEvent,
  type ImportedFact,
  insertImportedEvents,
  insertImportedFact,
  listErasedDigests,
  listTakenIds,
} from "@/lib/store/export/insert-imported";
import { sqlState } from "@/lib/store/rows";
import { listPausedSubjects } from "@/lib/store/memory/read-controls";

export type ImportPath = Pick<Engine, "importDocument">;

/** Only what is settled comes in: what waits for a person there would wait here for nobody. */
const SETTLED = new Set(["active", "superseded", "expired", "revoked", "archived"]);

interface Taking {
  facts: ImportedFact[];
  events: ImportedEvent[];
  skipped: ImportOutput["skipped"];
  /** Values for facts that are here already, to be offered to them as any other write. */
  offered: RememberInput[];
}

/**
 * Takes in a document that Keepsake exported: versions, links and both clocks as they were. A file vouches for nothing,
 * so nothing in it is confirmed here; what was erased here does not come back; secrets do not come in.
 */
export function createImportPath(deps: EngineDeps, remember: Engine["remember"]): ImportPath {
  const { database, ports } = deps;

  async function plan(tx: Tx, call: CallContext, input: ImportInput): Promise<Taking> {
    const { tenantId } = call.principal;
    const { write } = await deps.policyFor(tx, tenantId);
    const named = input.remap ? remapNames(input.document, input.remap) : input.document;
    const document = input.on_conflict === "new_ids" ? renewIds(named, ports.newId) : named;
    requireMayImport(call, document);
    requireConnected(document);
    const people = new Set([
      ...document.facts.flatMap((fact) => [fact.scope, fact.subject]),
      ...document.events.flatMap((event) => [event.scope, event.payload?.subject ?? event.scope]),
    ]);
    const agentId = agentOf(call.principal);
    const paused = await listPausedSubjects(tx, tenantId, [...people], ports.clock.now(), agentId);
    if (paused.length > 0)
      throw new EngineError("memory_paused", "Memory is paused for somebody in this document.");
    return sortOut(tx, tenantId, document, write, input.on_conflict ?? "skip");
  }

  async function sortOut(
    tx: Tx,
    tenantId: string,
    document: ExportDocument,
    write: WritePolicy,
    onConflict: NonNullable<ImportInput["on_conflict"]>,
  ): Promise<Taking> {
    const all = document.facts.map((fact) => toImportedFact(tenantId, document, fact, write));
    const present = await findPresentFacts(
      tx,
      tenantId,
      all.map(({ fact }) => fact),
    );
    const taken = await listTakenIds(tx, tenantId, {
      memories: document.versions.map((version) => version.memory_id),
      events: document.events.map((event) => event.event_id),
    });
    const erased = await listErasedDigests(tx, tenantId, [
      ...all.flatMap((one) => digestsOf(tenantId, one)),
      ...document.events.flatMap(({ scope, payload }) => textDigest(tenantId, scope, payload?.content) ?? []),
    ]);
    const skipped: Taking["skipped"] = [];
    const offered: RememberInput[] = [];
    const facts = all.filter((one) => {
      const reason = refusalOf(one, erased, (given) => digestsOf(tenantId, given));
      const exists =
        present.has(one.fact.fact_id) || one.versions.some((version) => taken.has(version.memory_id));
      if (reason === null && !exists) return true;
      if (reason === null && onConflict === "overwrite") offered.push(...toWrites(one));
      else skipped.push({ fact_id: one.fact.fact_id, reason_code: reason ?? "exists" });
      return false;
    });
    const needed = new Set(facts.flatMap(({ sources }) => sources.map((source) => source.event_id)));
    const refused = new Set(
      all
        .filter((one) => !facts.includes(one))
        .flatMap(({ sources }) => sources.map((source) => source.event_id)),
    );
    const events = document.events
      .filter(({ event_id: id }) => !taken.has(id) && (needed.has(id) || !refused.has(id)))
      .map((event) => toImportedEvent(event, facts, erasedText(tenantId, erased)));
    return { facts, events, skipped, offered };
  }

  function toImportedFact(
    tenantId: string,
    document: ExportDocument,
    fact: ExportDocument["facts"][number],
    write: WritePolicy,
  ): ImportedFact {
    const versions = document.versions.filter((version) => version.fact_id === fact.fact_id);
    const ids = new Set(versions.map((version) => version.memory_id));
    const of = <T extends { memory_id: string }>(rows: readonly T[]) =>
      rows.filter((row) => ids.has(row.memory_id));
    const key = toFactKey(fact);
    return {
      fact: { ...fact, subjectKey: key.subjectKey, predicateKey: key.predicateKey },
      versions: versions.map((version) => ({
        ...lowerVersion(version, write),
        valueDigest: `${VALUE_VERSION}${ports.keys.digest(tenantId, "value", VALUE_VERSION, normaliseValue(version.value, fact.predicate))}`,
      })),
      periods: of(document.periods).map((period) => ({
        ...lowerPeriod(period),
        periodId: ports.newId("per"),
      })),
      sources: of(document.sources).map((source) => ({
        ...source,
        source_type: importedType(source.source_type),
      })),
      transitions: of(document.transitions).map((change) => ({
        ...change,
        transitionId: ports.newId("trn"),
      })),
      concerned: versions.some((version) => version.sensitivity === "high") ? concernedBy(fact) : null,
    };
  }

  /** Each claim, and each text by itself. */
  function digestsOf(tenantId: string, { fact, versions, sources }: ImportedFact): string[] {
    const texts = [
      ...versions.map((version) => version.statement),
      ...sources.map((source) => source.quote ?? ""),
    ];
    const parts: string[][] = [
      ...versions.flatMap((version) => erasedDigestParts({ ...fact, value: version.value })),
      ...texts.flatMap((text) => {
        const said = erasedTextParts(fact.scope, text);
        return said ? [said] : [];
      }),
    ];
    return parts.map((one) => ports.keys.digest(tenantId, "erased", ...one));
  }

  function textDigest(tenantId: string, scope: string, text: unknown): string | null {
    const parts = typeof text === "string" ? erasedTextParts(scope, text) : null;
    return parts && ports.keys.digest(tenantId, "erased", ...parts);
  }

  const erasedText = (tenantId: string, erased: ReadonlySet<string>) => (scope: string, text: unknown) =>
    erased.has(textDigest(tenantId, scope, text) ?? "");

  function toImportedEvent(
    event: ExportDocument["events"][number],
    facts: readonly ImportedFact[],
    wasErased: (scope: string, text: unknown) => boolean,
  ): ImportedEvent {
    const salt = ports.randomBytes(16);
    const lowered = importedType(event.source_type);
    const claimed = event.claimed_source_type ?? (lowered === event.source_type ? null : event.source_type);
    const gone = event.payload === null || wasErased(event.scope, event.payload.content);
    const payload = gone ? null : (maskSecretsIn(event.payload).value as typeof event.payload);
    const high = facts.find(
      ({ concerned, sources }) =>
        concerned !== null && sources.some((one) => one.event_id === event.event_id),
    );
    const said = payload && {
      content: payload.content,
      subject: payload.subject,
      sessionId: payload.session_id,
      sourceRef: payload.source_ref,
      sourceUri: payload.source_uri,
      language: payload.language,
      episode: payload.episode,
    };
    return {
      event: { ...event, source_type: lowered, claimed_source_type: claimed, payload },
      salt,
      digest: sha256Hex(salt, canonicalJson(said ?? null)),
      sealFor: high?.concerned ?? null,
    };
  }

  return {
    async importDocument(call, input) {
      const { tenantId, actor } = call.principal;
      const dryRun = input.dry_run === true;
      const { taking, answer } = await requireFit(() =>
        database.withTenant(tenantId, async (tx) => {
          const taking = await plan(tx, call, input);
          const { facts, events, skipped } = taking;
          const versions = facts.reduce((sum, one) => sum + one.versions.length, 0);
          const counts = { facts: facts.length, versions, events: events.length };
          const answer: ImportOutput = { dry_run: dryRun, ...counts, offered: {}, skipped };
          if (dryRun) return { taking, answer };
          const at = ports.clock.now();
          await insertImportedEvents(tx, tenantId, actor, events, at);
          for (const one of facts)
            await insertImportedFact(tx, tenantId, actor, one, at, () => ports.newId("out"));
          await appendAudit(tx, call, {
            auditId: ports.newId("aud"),
            at,
            action: "memory.imported",
            objectType: "tenant",
            objectId: tenantId,
            details: {
              ...counts,
              skipped: skipped.length,
              memory_ids: facts.flatMap((one) => one.versions.map((v) => v.memory_id)).slice(0, 1_000),
            },
          });
          return { taking, answer };
        }),
      );
      for (const offer of dryRun ? [] : taking.offered) {
        const { outcome } = await remember(call, offer);
        answer.offered[outcome] = (answer.offered[outcome] ?? 0) + 1;
      }
      return answer;
    },
  };
}

/** What the database itself refuses of a document that was made by hand: two holders of one instant, an empty time. */
async function requireFit<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    if (["23P01", "23514", "23505", "22000", "22P02"].includes(sqlState(error) ?? "")) {
      throw new EngineError("meaningless", "The versions and times of this document do not go together.");
    }
    throw error;
  });
}

function refusalOf(
  one: ImportedFact,
  erased: ReadonlySet<string>,
  digestsOf: (one: ImportedFact) => string[],
): string | null {
  const { versions, sources, transitions } = one;
  if (versions.length === 0 || versions.some((version) => !SETTLED.has(version.status))) return "not_settled";
  if (
    versions.some(({ kind, provenance_type: type }) => kind === "procedural" && type === "external_content")
  )
    return "external_procedure";
  if (digestsOf(one).some((digest) => erased.has(digest))) return "erased_before";
  const words = [versions, sources.map(({ quote }) => quote), transitions.map(({ reason }) => reason)];
  return maskSecretsIn([one.fact.subject, one.fact.predicate, ...words]).kinds.length > 0 ? "secret" : null;
}

/** What holds of a fact now, as a write like any other: authority decides, and a file has little. */
function toWrites({ fact, versions, periods }: ImportedFact): RememberInput[] {
  const held = new Set(periods.filter(({ known }) => known[1] === null).map((period) => period.memory_id));
  return versions
    .filter((version) => version.status === "active" && held.has(version.memory_id))
    .map((version) => ({
      scope: fact.scope,
      subject: fact.subject,
      predicate: fact.predicate,
      value: version.value as RememberInput["value"],
      statement: version.statement,
      kind: version.kind,
      cardinality: fact.cardinality,
      source: { type: version.provenance_type },
      valid_from: version.claim.from,
      ...(version.claim.to !== null && { valid_to: version.claim.to }),
      observed_at: version.observed_at,
      sensitivity: version.sensitivity,
      importance: version.importance,
      ...(version.topic !== null && { topic: version.topic }),
    }));
}

/** @throws EngineError `scope_not_allowed`, `not_entitled`, `write_mode_forbids` */
function requireMayImport({ principal }: CallContext, document: ExportDocument): void {
  if (principal.writeMode !== "full") {
    throw new EngineError("write_mode_forbids", "This credential may propose, not import.");
  }
  const person = principal.actor.kind === "user";
  if (!person && !principal.sourceTypes.includes("import")) {
    throw new EngineError("not_entitled", "This key may not write imports: give it the source type import.");
  }
  if (hasRole(principal, "admin")) return;
  const places = new Set([...document.facts, ...document.events].map(({ scope }) => scope));
  const missing = [...places].find((scope) => !holdsScope(principal.scopes, scope));
  if (missing !== undefined) {
    throw new EngineError("scope_not_allowed", `Your credential does not hold the scope ${missing}.`);
  }
}

/** A memory without an event it rests on, a version without its fact: such a document was not made by an export. */
function requireConnected(document: ExportDocument): void {
  const facts = new Set(document.facts.map((fact) => fact.fact_id));
  const versions = new Set(document.versions.map((version) => version.memory_id));
  const events = new Set(document.events.map((event) => event.event_id));
  const sourced = new Set(document.sources.map((source) => source.memory_id));
  const whole =
    document.versions.every((version) => facts.has(version.fact_id) && sourced.has(version.memory_id)) &&
    [...document.periods, ...document.sources, ...document.transitions].every((row) =>
      versions.has(row.memory_id),
    ) &&
    document.sources.every((source) => events.has(source.event_id)) &&
    versions.size === document.versions.length &&
    facts.size === document.facts.length &&
    events.size === document.events.length;
  if (!whole) throw new EngineError("meaningless", "The parts of this document do not belong together.");
}
