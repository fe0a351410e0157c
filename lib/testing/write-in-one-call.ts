import { sql } from "drizzle-orm";
import postgres from "postgres";
import type { Database } from "@/lib/store/client";

/**
 * The yardstick of the write benchmark: the rows of one governed write, put in place by one hand-written function, in
 * one call that is a transaction by itself. It decides nothing, masks nothing, checks no right: what is left is what the
 * database needs for these very rows, their constraints and their policies.
 */
const FUNCTION = `
create or replace function write_in_one_call(
  tenant text, id text[], scope_ text, subject_ text, predicate_ text, said text, at_ timestamptz
) returns text language plpgsql as $$
declare
  f record; t timestamptz; holder record;
  gates text[] := array['storage_permission','scope','source','sensitivity','authoritative','durability','evidence'];
begin
  insert into events (tenant_id, event_id, type, scope, actor_kind, source_type, writer_kind, writer_id, occurred_at, recorded_at, digest)
    values (tenant, id[1], 'message', scope_, 'user', 'user_statement', 'agent', id[13], at_, at_, repeat('0', 64));
  insert into event_payloads (tenant_id, event_id, salt, content, subject)
    values (tenant, id[1], '\\x00112233445566778899aabbccddeeff', jsonb_build_object('statement', said), subject_);
  insert into audit_log (tenant_id, audit_id, at, actor_kind, actor_id, via, action, object_type, object_id, outcome, request_id, body)
    values (tenant, id[2], at_, 'agent', id[13], 'cli', 'event.recorded', 'event', id[1], 'allowed', 'req_bench', repeat('x', 400));
  insert into facts (tenant_id, fact_id, scope, subject, predicate, instance, cardinality, revisions, created_at)
    values (tenant, id[3], scope_, subject_, predicate_, '', 'one', 0, at_) on conflict do nothing;
  select fact_id, revisions, known_bound into f from facts
    where tenant_id = tenant and scope = scope_ and subject = subject_ and predicate = predicate_ and instance = '' for update;
  t := greatest(at_, f.known_bound + interval '1 millisecond');
  select p.period_id, p.memory_id, p.valid, p.confirmation into holder from memory_periods p
    where p.tenant_id = tenant and p.fact_id = f.fact_id and upper_inf(p.known) and upper_inf(p.valid);
  insert into memories (tenant_id, memory_id, fact_id, revision, seq, scope, kind, cardinality, provenance_type, assertion,
      authority, claim_from, claim_state, status, confirmation, state_revision, trust, certainty, confidence, importance,
      sensitivity, observed_at, recorded_at, supersedes, writer_kind, writer_id, use_count, updated_at, schema_version)
    values (tenant, id[4], f.fact_id, f.revisions + 1, f.revisions + 1, scope_, 'semantic', 'one', 'user_statement', 'explicit',
      60, t, 'held', 'active', 'confirmed', 0, 0.8, 1, 1, 5, 'low', t, t, holder.memory_id, 'agent', id[13], 0, t, 1);
  insert into memory_contents (tenant_id, memory_id, value, statement, metadata, value_digest, meaning_digest)
    values (tenant, id[4], to_jsonb(said), said, '{}', md5(said) || md5(said), md5(said) || md5(said));
  insert into memory_sources (tenant_id, memory_id, event_id, relation, source_type, writer_id, quote, observed_at, recorded_at)
    values (tenant, id[4], id[1], 'supports', 'user_statement', id[13], said, t, t);
  if holder.memory_id is not null then
    update memory_periods set known = tstzrange(lower(known), t) where tenant_id = tenant and period_id = holder.period_id;
    insert into memory_periods (tenant_id, period_id, fact_id, memory_id, single, valid, known, confirmation)
      values (tenant, id[5], f.fact_id, holder.memory_id, true, tstzrange(lower(holder.valid), t), tstzrange(t, null), holder.confirmation);
    update memories set status = 'superseded', superseded_by = id[4], state_revision = state_revision + 1, updated_at = t
      where tenant_id = tenant and memory_id = holder.memory_id;
    insert into memory_transitions (tenant_id, transition_id, fact_id, memory_id, operation, from_status, to_status,
        from_confirmation, to_confirmation, at, actor_kind, actor_id, reason_code)
      values (tenant, id[6], f.fact_id, holder.memory_id, 'SUPERSEDE', 'active', 'superseded', holder.confirmation, holder.confirmation, t, 'agent', id[13], 'superseded');
    insert into outbox (tenant_id, outbox_id, kind, object_id, created_at, due_at, attempts)
      values (tenant, id[7], 'memory.index', holder.memory_id, t, t, 0);
  end if;
  insert into memory_periods (tenant_id, period_id, fact_id, memory_id, single, valid, known, confirmation)
    values (tenant, id[8], f.fact_id, id[4], true, tstzrange(t, null), tstzrange(t, null), 'confirmed');
  insert into memory_transitions (tenant_id, transition_id, fact_id, memory_id, operation, to_status, to_confirmation, at, actor_kind, actor_id, reason_code)
    values (tenant, id[9], f.fact_id, id[4], 'ADD', 'active', 'confirmed', t, 'agent', id[13], 'added');
  update facts set revisions = f.revisions + 1, known_bound = t where tenant_id = tenant and fact_id = f.fact_id;
  insert into candidates (tenant_id, candidate_id, event_id, extractor, scope, proposal, outcome, operation, reason_code, utility, memory_id, superseded, conflicts_with, policy_version, created_at)
    values (tenant, id[10], id[1], 'agent', scope_, jsonb_build_object('subject', subject_, 'predicate', predicate_, 'statement', said), 'committed', 'ADD', 'added',
      '{"total":0.4}', id[4], '{}', '{}', 0, at_);
  insert into gate_decisions (tenant_id, candidate_id, position, gate, verdict, code, reason)
    select tenant, id[10], n - 1, gates[n], 'allow', gates[n] || '_allowed', 'A sentence that says why this gate let it pass.' from generate_series(1, 7) n;
  insert into audit_log (tenant_id, audit_id, at, actor_kind, actor_id, via, action, object_type, object_id, outcome, request_id, body)
    values (tenant, id[11], at_, 'agent', id[13], 'cli', 'memory.committed', 'memory', id[4], 'allowed', 'req_bench', repeat('x', 400));
  insert into outbox (tenant_id, outbox_id, kind, object_id, created_at, due_at, attempts)
    values (tenant, id[12], 'memory.index', id[4], t, t, 0);
  return id[4];
end $$`;

/** How many ids one call uses up. */
export const IDS_OF_ONE_CALL = 13;

export interface OneCall {
  write(ids: readonly string[], predicate: string, said: string, at: Date): Promise<void>;
  close(): Promise<void>;
}

const SCOPE = "project:yardstick";

/**
 * On a server: connections of its own, logged in as the restricted role with the tenant set for the whole session, so
 * that nothing but the call itself goes over the wire. `url` is the restricted login's.
 */
export async function openOneCallOnServer(
  ownerUrl: string,
  url: string,
  tenantId: string,
  connections: number,
): Promise<OneCall> {
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => {} });
  await owner.unsafe(FUNCTION);
  await owner.end({ timeout: 5 });
  const app = postgres(url, {
    max: connections,
    onnotice: () => {},
    connection: { role: "keepsake_app", "app.tenant_id": tenantId } as Record<string, string>,
  });
  return {
    write: async (ids, predicate, said, at) => {
      await app`select write_in_one_call(${tenantId}, ${ids as string[]}, ${SCOPE}, ${SCOPE}, ${predicate}, ${said}, ${at})`;
    },
    close: () => app.end({ timeout: 5 }),
  };
}

/** On the embedded database there is no wire: the call stands between BEGIN and COMMIT, without a policy in the way. */
export async function openOneCallEmbedded(database: Database, tenantId: string): Promise<OneCall> {
  await database.asOwner((tx) => tx.execute(sql.raw(FUNCTION)));
  return {
    write: async (ids, predicate, said, at) => {
      const list = sql.join(
        ids.map((id) => sql`${id}`),
        sql`, `,
      );
      await database.asOwner((tx) =>
        tx.execute(
          sql`select write_in_one_call(${tenantId}, array[${list}]::text[], ${SCOPE}, ${SCOPE}, ${predicate}, ${said}, ${at.toISOString()}::timestamptz)`,
        ),
      );
    },
    close: async () => {},
  };
}
