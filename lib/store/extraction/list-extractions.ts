import { type SQL, sql } from "drizzle-orm";
import type { Extraction, ExtractionSummary } from "@/lib/contracts/extractions";
import type { Tx } from "@/lib/store/client";
import { queryRows, toInstant, toInstantOrNull } from "@/lib/store/rows";
import { instantParam, textArray } from "@/lib/store/search/parameters";

interface Row {
  extraction_id: string;
  event_id: string;
  extractor: string;
  state: Extraction["state"];
  reason: string | null;
  last_error: string | null;
  attempts: number;
  parts: number | null;
  parts_done: number;
  created_at: unknown;
  due_at: unknown;
  finished_at: unknown;
  candidates_made: number;
  candidates_dropped: number;
  drops: Record<string, number>;
  calls: number;
  tokens_in: number;
  tokens_out: number;
  latency_ms: number;
  cost: number | null;
}

const COLUMNS = sql`x.extraction_id, x.event_id, x.extractor, x.state, x.reason, x.last_error, x.attempts, x.parts, x.parts_done,
  x.created_at, x.due_at, x.finished_at, x.candidates_made, x.candidates_dropped, x.drops,
  c.calls, c.tokens_in, c.tokens_out, c.latency_ms, c.cost`;

const spent = (tenantId: string): SQL => sql`left join lateral (
    select count(*)::int as calls, coalesce(sum(tokens_in), 0)::float8 as tokens_in,
      coalesce(sum(tokens_out), 0)::float8 as tokens_out, coalesce(sum(latency_ms), 0)::float8 as latency_ms, sum(cost) as cost
    from model_calls where tenant_id = ${tenantId} and extraction_id = x.extraction_id
  ) c on true`;

/** What was or is to be read of these events, oldest first. */
export async function listExtractionsOf(
  tx: Tx,
  tenantId: string,
  eventIds: readonly string[],
): Promise<Extraction[]> {
  if (eventIds.length === 0) return [];
  const rows = await queryRows<Row>(
    tx,
    sql`select ${COLUMNS} from extractions x ${spent(tenantId)}
      where x.tenant_id = ${tenantId} and x.event_id = any(${textArray(eventIds)})
      order by x.created_at, x.extraction_id`,
  );
  return rows.map(toExtraction);
}

/** A page of them, newest first, with how many there are in all. `before` is the last id of the page before. */
export async function listExtractions(
  tx: Tx,
  tenantId: string,
  page: { state: Extraction["state"] | null; before: string | null; limit: number },
): Promise<{ items: Extraction[]; total: number }> {
  const chosen = sql`x.tenant_id = ${tenantId} ${page.state === null ? sql`` : sql`and x.state = ${page.state}`}`;
  const after =
    page.before === null
      ? sql``
      : sql`and (x.created_at, x.extraction_id) < (select b.created_at, b.extraction_id from extractions b
          where b.tenant_id = ${tenantId} and b.extraction_id = ${page.before})`;
  const [counted] = await queryRows<{ total: number }>(
    tx,
    sql`select count(*)::int as total from extractions x where ${chosen}`,
  );
  const rows = await queryRows<Row>(
    tx,
    sql`select ${COLUMNS} from extractions x ${spent(tenantId)} where ${chosen} ${after}
      order by x.created_at desc, x.extraction_id desc limit ${page.limit}::int`,
  );
  return { items: rows.map(toExtraction), total: counted?.total ?? 0 };
}

/** Counts by state, and what was spent since this instant. */
export async function summariseExtractions(
  tx: Tx,
  tenantId: string,
  since: Date,
): Promise<Omit<ExtractionSummary, "tokens_per_day">> {
  const states = await queryRows<{ state: Extraction["state"]; n: number }>(
    tx,
    sql`select state, count(*)::int as n from extractions where tenant_id = ${tenantId} group by state`,
  );
  const [today] = await queryRows<{ calls: number; failed: number; tokens: number; cost: number | null }>(
    tx,
    sql`select count(*)::int as calls, (count(*) filter (where outcome <> 'ok'))::int as failed,
        coalesce(sum(tokens_in::bigint + tokens_out), 0)::float8 as tokens, sum(cost) as cost
      from model_calls where tenant_id = ${tenantId} and at >= ${instantParam(since)}`,
  );
  const of = (state: Extraction["state"]) => states.find((row) => row.state === state)?.n ?? 0;
  return {
    states: {
      queued: of("queued"),
      running: of("running"),
      failed: of("failed"),
      done: of("done"),
      dead: of("dead"),
    },
    today: {
      calls: today?.calls ?? 0,
      failed: today?.failed ?? 0,
      tokens: Number(today?.tokens ?? 0),
      cost: today?.cost ?? null,
    },
  };
}

function toExtraction(row: Row): Extraction {
  return {
    extraction_id: row.extraction_id,
    event_id: row.event_id,
    extractor: row.extractor,
    state: row.state,
    reason: row.reason,
    last_error: row.last_error,
    attempts: row.attempts,
    parts: { done: row.parts_done, total: row.parts },
    created_at: toInstant(row.created_at).toISOString(),
    due_at: row.state === "queued" || row.state === "failed" ? toInstant(row.due_at).toISOString() : null,
    finished_at: toInstantOrNull(row.finished_at)?.toISOString() ?? null,
    candidates: { made: row.candidates_made, dropped: row.candidates_dropped, drops: row.drops },
    calls: row.calls,
    tokens: { in: Number(row.tokens_in), out: Number(row.tokens_out) },
    latency_ms: Number(row.latency_ms),
    cost: row.cost === null ? null : Number(row.cost),
  };
}
