import type { PartState } from "@/components/console/part-state";
import type { Health } from "@/lib/contracts/jobs";
import type { Readiness } from "@/lib/server/readiness";

export interface Part {
  key: "database" | "worker" | "index" | "embedder" | "model" | "retrieval" | "deletions" | "audit";
  state: PartState;
  /** A key of `health.says`, with what it names. */
  says: string;
  numbers: Record<string, string | number>;
  lastGoodAt: string | null;
  href: string | null;
}

/** Owed this long, index rows or audit links are late: both are written within seconds. */
const LATE_MS = 60_000;

/** Each part with its state, from what the server knows of itself and what the tenant's records say. */
export function listParts(readiness: Readiness, health: Health, model: string | null): Part[] {
  const { components } = readiness;
  const now = Date.parse(health.as_of);
  const isLate = (at: string | null) => at !== null && now - Date.parse(at) > LATE_MS;
  const { indexing, extraction, retrieval, deletions, audit } = health;
  const detail = (name: string) => String(components.database.detail[name] ?? "");
  return [
    {
      key: "database",
      state: components.database.state,
      says: components.database.state === "warning" ? "databaseExposed" : "database",
      numbers: { kind: detail("kind"), version: detail("version") },
      lastGoodAt: components.database.state === "failed" ? null : health.as_of,
      href: null,
    },
    {
      key: "worker",
      state: components.worker.state,
      says: components.worker.state === "off" ? "workerOff" : "worker",
      numbers: { failures: Number(components.worker.detail.failures ?? 0) },
      lastGoodAt: (components.worker.detail.last_round_at as string | null | undefined) ?? null,
      href: "/console/jobs",
    },
    {
      key: "index",
      state: indexing.failing > 0 || isLate(indexing.oldest_owed_at) ? "warning" : "ok",
      says: indexing.lag_p95_ms === null ? "indexQuiet" : "index",
      numbers: { owed: indexing.owed, failing: indexing.failing, lag: indexing.lag_p95_ms ?? 0 },
      lastGoodAt: indexing.last_done_at,
      href: "/console/jobs?kind=indexing",
    },
    {
      key: "embedder",
      state: components.embedder.state,
      says: components.embedder.state === "off" ? "embedderOff" : "embedder",
      numbers: {
        model: String(components.embedder.detail.model ?? ""),
        dimensions: Number(components.embedder.detail.dimensions ?? 0),
      },
      lastGoodAt: null,
      href: null,
    },
    {
      key: "model",
      state:
        model === null
          ? "off"
          : extraction.dead > 0 || extraction.failing > 0 || extraction.last_call_ok === false
            ? "warning"
            : "ok",
      says: model === null ? "modelOff" : "model",
      numbers: {
        model: model ?? "",
        waiting: extraction.waiting,
        dead: extraction.dead,
        calls: extraction.calls_24h,
        failed: extraction.failed_calls_24h,
      },
      lastGoodAt: extraction.last_call_ok ? extraction.last_call_at : null,
      href: "/console/jobs?kind=extraction",
    },
    {
      key: "retrieval",
      state: retrieval.degraded_24h > 0 ? "warning" : "ok",
      says: retrieval.total_24h === 0 ? "retrievalQuiet" : "retrieval",
      numbers: {
        total: retrieval.total_24h,
        degraded: retrieval.degraded_24h,
        p50: retrieval.p50_ms ?? 0,
        p95: retrieval.p95_ms ?? 0,
      },
      lastGoodAt: retrieval.last_at,
      href: "/console/traces",
    },
    {
      key: "deletions",
      state: deletions.failed > 0 ? "failed" : "ok",
      says: "deletions",
      numbers: { open: deletions.open, failed: deletions.failed },
      lastGoodAt: null,
      href: "/console/deletions",
    },
    {
      key: "audit",
      state: isLate(audit.oldest_unlinked_at) ? "warning" : "ok",
      says: "audit",
      numbers: { linked: audit.linked, unlinked: audit.unlinked },
      lastGoodAt: audit.last_linked_at,
      href: "/console/audit",
    },
  ];
}
