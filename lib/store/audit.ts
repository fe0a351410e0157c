import type { CallContext } from "@/lib/engine/model/context";
import { canonicalJson } from "@/lib/platform/hashing";
import type { Tx } from "@/lib/store/client";
import { holdRows } from "@/lib/store/hold-rows";
import { auditLog } from "@/lib/store/schema/ledger";

export interface AuditEntry {
  auditId: string;
  at: Date;
  /** `memory.superseded`, `key.revoked`: past tense, object first. */
  action: string;
  objectType: string;
  objectId: string;
  outcome?: "allowed" | "denied" | "failed";
  /** Ids, counts and codes. Never content, never a reason in free words: those can be erased, this cannot. */
  details?: Record<string, string | number | boolean | null | string[]>;
}

/**
 * One line of the audit log, in the transaction of the change it tells of: both stand or neither does. Sequence and
 * hash are added by the linker, so that one tenant's writers do not queue for the head of the chain.
 */
export async function appendAudit(tx: Tx, call: CallContext, entry: AuditEntry): Promise<void> {
  const { principal, requestId } = call;
  const line = {
    audit_id: entry.auditId,
    at: entry.at.toISOString(),
    actor: { kind: principal.actor.kind, id: principal.actor.id },
    via: principal.via,
    action: entry.action,
    object: { type: entry.objectType, id: entry.objectId },
    outcome: entry.outcome ?? "allowed",
    request_id: requestId,
    details: entry.details ?? {},
  };
  const row = {
    tenantId: principal.tenantId,
    auditId: entry.auditId,
    at: entry.at,
    actorKind: principal.actor.kind,
    actorId: principal.actor.id,
    via: principal.via,
    action: entry.action,
    objectType: entry.objectType,
    objectId: entry.objectId,
    outcome: line.outcome,
    requestId,
    body: canonicalJson(line),
  };
  holdRows(tx, auditLog, principal.tenantId, [row]);
}
