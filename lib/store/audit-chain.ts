import { sql } from "drizzle-orm";
import { canonicalJson, sha256Hex } from "@/lib/platform/hashing";
import type { Tx } from "@/lib/store/client";
import { queryRows, toInstant, toInstantOrNull } from "@/lib/store/rows";
import { auditChain } from "@/lib/store/schema/ledger";

/** A place in a tenant's chain: whoever keeps one outside the database can show later that the past was changed. */
export interface AuditPosition {
  seq: number;
  hash: string;
}

/** Names the tenant, so that one tenant's chain cannot be passed off as another's. */
export function genesisHash(tenantId: string): string {
  return sha256Hex("keepsake audit chain", tenantId);
}

/** hash = SHA-256(previous hash, body), over the very bytes that are stored. */
export function chainHash(previousHash: string, body: string): string {
  return sha256Hex(previousHash, body);
}

/**
 * Gives the entries that have none yet their place in the chain, in the order of their ids. Two linkers at once wait
 * for one another, so that no number is given twice and none is left out.
 * @returns how many were linked; `limit` at most, so that one call stays short
 */
export async function linkAuditEntries(tx: Tx, tenantId: string, at: Date, limit = 2_000): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`keepsake audit ${tenantId}`}, 0))`);
  const head = await findAuditHead(tx, tenantId);
  const entries = await queryRows<{ audit_id: string; body: string }>(
    tx,
    sql`select l.audit_id, l.body from audit_log l
      where l.tenant_id = ${tenantId} and not exists (
        select 1 from audit_chain c where c.tenant_id = ${tenantId} and c.audit_id = l.audit_id)
      order by l.audit_id limit ${limit}`,
  );
  let seq = head?.seq ?? 0;
  let previousHash = head?.hash ?? genesisHash(tenantId);
  const links = entries.map((entry) => {
    const hash = chainHash(previousHash, entry.body);
    const link = { tenantId, seq: ++seq, auditId: entry.audit_id, previousHash, hash, linkedAt: at };
    previousHash = hash;
    return link;
  });
  for (let start = 0; start < links.length; start += 500) {
    await tx.insert(auditChain).values(links.slice(start, start + 500));
  }
  return links.length;
}

/** The newest place in the chain; null for an empty one. */
export async function findAuditHead(tx: Tx, tenantId: string): Promise<AuditPosition | null> {
  const [row] = await queryRows<AuditPosition>(
    tx,
    sql`select seq::int as seq, hash from audit_chain where tenant_id = ${tenantId} order by seq desc limit 1`,
  );
  return row ?? null;
}

/** The newest place that speaks of this object; null while none of its entries is linked. */
export async function findAuditPosition(
  tx: Tx,
  tenantId: string,
  objectType: string,
  objectId: string,
): Promise<AuditPosition | null> {
  const [row] = await queryRows<AuditPosition>(
    tx,
    sql`select c.seq::int as seq, c.hash from audit_log l
      join audit_chain c on c.tenant_id = ${tenantId} and c.audit_id = l.audit_id
      where l.tenant_id = ${tenantId} and l.object_type = ${objectType} and l.object_id = ${objectId}
      order by c.seq desc limit 1`,
  );
  return row ?? null;
}

export type AuditProblemKind =
  /** A number in the sequence is missing, or is there without its entry. */
  | "missing"
  /** The text of an entry is not the one that was linked. */
  | "changed"
  /** The columns beside the text say something else than the text. */
  | "columns_differ"
  /** An entry does not follow the one before it: something was put in, taken out or moved. */
  | "broken_link"
  /** The chain does not contain a place that somebody kept: its end was cut off, or all of it was made anew. */
  | "position_not_found";

export interface AuditProblem {
  kind: AuditProblemKind;
  seq: number;
  auditId: string | null;
}

export interface AuditReport {
  tenantId: string;
  linked: number;
  /** Entries that wait for the linker, and since when. A tail that stays is a linker that does not run, or a cut. */
  unlinked: number;
  oldestUnlinkedAt: string | null;
  head: AuditPosition | null;
  /** The first hundred, in order. */
  problems: AuditProblem[];
}

const MOST_PROBLEMS = 100;
const PAGE = 5_000;

interface ChainRow {
  seq: number;
  audit_id: string;
  previous_hash: string;
  hash: string;
  body: string | null;
  at: unknown;
  actor_kind: string | null;
  actor_id: string | null;
  via: string | null;
  action: string | null;
  object_type: string | null;
  object_id: string | null;
  outcome: string | null;
  request_id: string | null;
}

/**
 * Walks a tenant's whole chain and says where it does not hold. A chain alone proves change, not a cut at its end and
 * not a whole one made anew: those need a place kept elsewhere, such as on a deletion receipt.
 */
export async function verifyAudit(
  tx: Tx,
  tenantId: string,
  kept: readonly AuditPosition[] = [],
): Promise<AuditReport> {
  const problems: AuditProblem[] = [];
  const note = (problem: AuditProblem) => {
    if (problems.length < MOST_PROBLEMS) problems.push(problem);
  };
  const wanted = new Map(kept.map((position) => [position.seq, position.hash]));
  let expectedSeq = 1;
  let previousHash = genesisHash(tenantId);
  let linked = 0;
  for (;;) {
    const rows = await queryRows<ChainRow>(
      tx,
      sql`select c.seq::int as seq, c.audit_id, c.previous_hash, c.hash, l.body, l.at, l.actor_kind, l.actor_id, l.via,
          l.action, l.object_type, l.object_id, l.outcome, l.request_id
        from audit_chain c left join audit_log l on l.tenant_id = ${tenantId} and l.audit_id = c.audit_id
        where c.tenant_id = ${tenantId} and c.seq >= ${expectedSeq} order by c.seq limit ${PAGE}`,
    );
    for (const row of rows) {
      const at = { seq: row.seq, auditId: row.audit_id };
      if (row.seq !== expectedSeq) note({ kind: "missing", seq: expectedSeq, auditId: null });
      if (row.previous_hash !== previousHash) note({ kind: "broken_link", ...at });
      if (row.body === null) note({ kind: "missing", ...at });
      else if (chainHash(row.previous_hash, row.body) !== row.hash) note({ kind: "changed", ...at });
      else if (!columnsAgree(row)) note({ kind: "columns_differ", ...at });
      if (wanted.get(row.seq) === row.hash) wanted.delete(row.seq);
      previousHash = row.hash;
      expectedSeq = row.seq + 1;
      linked += 1;
    }
    if (rows.length < PAGE) break;
  }
  for (const seq of wanted.keys()) note({ kind: "position_not_found", seq, auditId: null });
  const [tail] = await queryRows<{ unlinked: number; oldest: unknown }>(
    tx,
    sql`select count(*)::int as unlinked, min(l.at) as oldest from audit_log l
      where l.tenant_id = ${tenantId} and not exists (
        select 1 from audit_chain c where c.tenant_id = ${tenantId} and c.audit_id = l.audit_id)`,
  );
  return {
    tenantId,
    linked,
    unlinked: tail?.unlinked ?? 0,
    oldestUnlinkedAt: toInstantOrNull(tail?.oldest)?.toISOString() ?? null,
    head: await findAuditHead(tx, tenantId),
    problems,
  };
}

/** The columns are for filtering and must repeat what the linked text says. */
function columnsAgree(row: ChainRow): boolean {
  let body: unknown;
  try {
    body = JSON.parse(row.body ?? "");
  } catch {
    return false;
  }
  const said = body as Record<string, unknown>;
  const columns = {
    audit_id: row.audit_id,
    at: toInstant(row.at).toISOString(),
    actor: { kind: row.actor_kind, id: row.actor_id },
    via: row.via,
    action: row.action,
    object: { type: row.object_type, id: row.object_id },
    outcome: row.outcome,
    request_id: row.request_id,
    details: said.details,
  };
  return canonicalJson(said) === canonicalJson(columns);
}
