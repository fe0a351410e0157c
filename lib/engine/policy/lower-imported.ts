import type { SourceType } from "@/lib/contracts/common";
import type { ExportDocument, ExportedVersion } from "@/lib/contracts/exports";
import type { WritePolicy } from "@/lib/engine/policy/write-policy";

/** What is weaker than an import stays what it was; everything else is what somebody brought along in a file. */
export function importedType(type: SourceType): SourceType {
  return type === "external_content" || type === "agent_inference" ? type : "import";
}

/** A file vouches for nothing: no import is confirmed, and none is trusted more than an import is, or than it was. */
export function lowerVersion(
  version: ExportedVersion,
  policy: Pick<WritePolicy, "sources">,
): ExportedVersion & { authority: number } {
  const provenance = importedType(version.provenance_type);
  const { authority, trust } = policy.sources[provenance];
  return {
    ...version,
    provenance_type: provenance,
    confirmation: version.confirmation === "confirmed" ? "observed" : version.confirmation,
    trust: Math.min(version.trust, trust),
    confidence: Math.min(version.confidence, version.certainty),
    authority,
  };
}

/** The same of a period: it holds what it held, when it held it, and no firmer. */
export function lowerPeriod(period: ExportDocument["periods"][number]): ExportDocument["periods"][number] {
  return { ...period, confirmation: period.confirmation === "confirmed" ? "observed" : period.confirmation };
}

/** Under other names: scopes, subjects and the references that are one of them. Everything else stays. */
export function remapNames(
  document: ExportDocument,
  names: Readonly<Record<string, string>>,
): ExportDocument {
  const other = <T extends string | null>(name: T): T =>
    (name !== null && Object.hasOwn(names, name) ? names[name] : name) as T;
  return {
    ...document,
    subject: other(document.subject),
    facts: document.facts.map((fact) => ({
      ...fact,
      scope: other(fact.scope),
      subject: other(fact.subject),
    })),
    events: document.events.map((event) => ({
      ...event,
      scope: other(event.scope),
      payload: event.payload && { ...event.payload, subject: other(event.payload.subject) },
    })),
  };
}

/** The same document with every id exchanged, each everywhere for the same new one. */
export function renewIds(
  document: ExportDocument,
  newId: (prefix: "fact" | "mem" | "evt") => string,
): ExportDocument {
  const ids = new Map<string, string>();
  const renew = <T extends string | null>(id: T): T => {
    if (id === null || id === "") return id;
    const prefix = id.slice(0, id.indexOf("_")) as "fact" | "mem" | "evt";
    const made = ids.get(id) ?? newId(prefix);
    ids.set(id, made);
    return made as T;
  };
  return {
    ...document,
    facts: document.facts.map((fact) => ({
      ...fact,
      fact_id: renew(fact.fact_id),
      instance: renew(fact.instance),
    })),
    versions: document.versions.map((version) => ({
      ...version,
      memory_id: renew(version.memory_id),
      fact_id: renew(version.fact_id),
      supersedes: renew(version.supersedes),
      superseded_by: renew(version.superseded_by),
    })),
    periods: document.periods.map((period) => ({ ...period, memory_id: renew(period.memory_id) })),
    sources: document.sources.map((source) => ({
      ...source,
      memory_id: renew(source.memory_id),
      event_id: renew(source.event_id),
    })),
    events: document.events.map((event) => ({ ...event, event_id: renew(event.event_id) })),
    transitions: document.transitions.map((change) => ({ ...change, memory_id: renew(change.memory_id) })),
    uses: [],
  };
}
