import type { ExportDocument } from "@/lib/contracts/exports";

interface File {
  path: string;
  content: string;
}

/**
 * RFC 4180, with a quote before what a spreadsheet would run as a formula: a memory may hold anything.
 */
function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function table(path: string, columns: readonly string[], rows: readonly Record<string, unknown>[]): File {
  const lines = [columns.join(","), ...rows.map((row) => columns.map((name) => cell(row[name])).join(","))];
  return { path, content: `${lines.join("\r\n")}\r\n` };
}

/** A document as tables for a spreadsheet: versions with their facts, periods, sources, events and uses. */
export function toCsv(document: ExportDocument): File[] {
  const facts = new Map(document.facts.map((fact) => [fact.fact_id, fact]));
  const versions = document.versions.map(({ claim, uses, ...version }) => {
    const fact = facts.get(version.fact_id);
    return {
      ...version,
      scope: fact?.scope,
      subject: fact?.subject,
      predicate: fact?.predicate,
      claim_from: claim.from,
      claim_to: claim.to,
      use_count: uses.count,
      last_used_at: uses.last_at,
    };
  });
  const periods = document.periods.map(({ valid, known, ...period }) => ({
    ...period,
    valid_from: valid[0],
    valid_to: valid[1],
    recorded_at: known[0],
    retired_at: known[1],
  }));
  const events = document.events.map(({ payload, ...event }) => ({ ...event, ...payload }));
  return [
    table("memories.csv", MEMORY_COLUMNS, versions),
    table(
      "periods.csv",
      ["memory_id", "valid_from", "valid_to", "recorded_at", "retired_at", "confirmation"],
      periods,
    ),
    table(
      "sources.csv",
      ["memory_id", "event_id", "relation", "source_type", "quote", "observed_at"],
      document.sources,
    ),
    table(
      "events.csv",
      ["event_id", "type", "scope", "actor", "source_type", "occurred_at", "recorded_at", "content"],
      events,
    ),
    table(
      "uses.csv",
      ["memory_id", "retrieval_id", "outcome", "at", "actor_kind", "actor_id"],
      document.uses,
    ),
  ];
}

const MEMORY_COLUMNS = [
  "memory_id",
  "fact_id",
  "revision",
  "scope",
  "subject",
  "predicate",
  "value",
  "statement",
  "kind",
  "topic",
  "provenance_type",
  "status",
  "confirmation",
  "trust",
  "importance",
  "sensitivity",
  "claim_from",
  "claim_to",
  "observed_at",
  "recorded_at",
  "retired_at",
  "supersedes",
  "superseded_by",
  "use_count",
  "last_used_at",
];
