-- All rows of one change in one call. What they are is decided before, in the application: this only puts them in place,
-- as the role and for the tenant that the transaction has already taken on. Times and ids come with the rows. A table that
-- gains a column needs nothing here.
CREATE FUNCTION write_rows(tenant text, rows jsonb) RETURNS void LANGUAGE plpgsql
  -- Keys are looked up, whatever the values: a plan for each of the first five calls of a connection would cost more than them.
  SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  made integer;
BEGIN
  -- Who makes the same fact, or records the same event under one key, at the same moment comes second: nothing of what
  -- was decided without seeing the first one's rows may stand, so the transaction begins anew.
  IF rows ? 'facts' THEN
    INSERT INTO facts SELECT * FROM jsonb_populate_recordset(NULL::facts, rows -> 'facts') ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS made = ROW_COUNT;
    IF made < jsonb_array_length(rows -> 'facts') THEN
      RAISE EXCEPTION 'another writer made this fact first' USING ERRCODE = 'serialization_failure';
    END IF;
  END IF;
  IF rows ? 'events' THEN
    INSERT INTO events SELECT * FROM jsonb_populate_recordset(NULL::events, rows -> 'events')
      ON CONFLICT ON CONSTRAINT events_dedupe DO NOTHING;
    GET DIAGNOSTICS made = ROW_COUNT;
    IF made < jsonb_array_length(rows -> 'events') THEN
      RAISE EXCEPTION 'another writer recorded this event first' USING ERRCODE = 'serialization_failure';
    END IF;
  END IF;
  IF rows ? 'event_payloads' THEN
    INSERT INTO event_payloads SELECT * FROM jsonb_populate_recordset(NULL::event_payloads, rows -> 'event_payloads');
  END IF;
  IF rows ? 'event_inputs' THEN
    INSERT INTO event_inputs SELECT * FROM jsonb_populate_recordset(NULL::event_inputs, rows -> 'event_inputs')
      ON CONFLICT DO NOTHING;
  END IF;
  IF rows ? 'memories' THEN
    INSERT INTO memories SELECT * FROM jsonb_populate_recordset(NULL::memories, rows -> 'memories');
  END IF;
  IF rows ? 'memory_contents' THEN
    INSERT INTO memory_contents SELECT * FROM jsonb_populate_recordset(NULL::memory_contents, rows -> 'memory_contents');
  END IF;
  IF rows ? 'memory_sources' THEN
    INSERT INTO memory_sources SELECT * FROM jsonb_populate_recordset(NULL::memory_sources, rows -> 'memory_sources')
      ON CONFLICT DO NOTHING;
  END IF;
  IF rows ? 'closed_periods' THEN
    UPDATE memory_periods p SET known = tstzrange(lower(p.known), c.at)
      FROM jsonb_to_recordset(rows -> 'closed_periods') AS c(period_id text, at timestamptz)
      WHERE p.tenant_id = tenant AND p.period_id = c.period_id;
  END IF;
  IF rows ? 'memory_periods' THEN
    INSERT INTO memory_periods SELECT * FROM jsonb_populate_recordset(NULL::memory_periods, rows -> 'memory_periods');
  END IF;
  IF rows ? 'changed_memories' THEN
    UPDATE memories m SET status = c.status, status_reason = c.status_reason, confirmation = c.confirmation,
        claim_state = c.claim_state, ended_at = c.ended_at, authority = c.authority, trust = c.trust,
        superseded_by = c.superseded_by, confidence = CASE WHEN c.contradicted THEN m.certainty / 2 ELSE m.certainty END,
        retired_at = c.retired_at, state_revision = c.state_revision, updated_at = c.updated_at
      FROM jsonb_to_recordset(rows -> 'changed_memories') AS c(memory_id text, status text, status_reason text,
        confirmation text, claim_state text, ended_at timestamptz, authority integer, trust double precision,
        superseded_by text, contradicted boolean, retired_at timestamptz, state_revision integer, updated_at timestamptz)
      WHERE m.tenant_id = tenant AND m.memory_id = c.memory_id;
  END IF;
  IF rows ? 'memory_transitions' THEN
    INSERT INTO memory_transitions
      SELECT * FROM jsonb_populate_recordset(NULL::memory_transitions, rows -> 'memory_transitions');
  END IF;
  IF rows ? 'changed_facts' THEN
    UPDATE facts f SET known_bound = c.known_bound, revisions = coalesce(c.revisions, f.revisions)
      FROM jsonb_to_recordset(rows -> 'changed_facts') AS c(fact_id text, known_bound timestamptz, revisions integer)
      WHERE f.tenant_id = tenant AND f.fact_id = c.fact_id;
  END IF;
  IF rows ? 'candidates' THEN
    INSERT INTO candidates SELECT * FROM jsonb_populate_recordset(NULL::candidates, rows -> 'candidates');
  END IF;
  IF rows ? 'gate_decisions' THEN
    INSERT INTO gate_decisions SELECT * FROM jsonb_populate_recordset(NULL::gate_decisions, rows -> 'gate_decisions');
  END IF;
  IF rows ? 'conflicts' THEN
    INSERT INTO conflicts SELECT * FROM jsonb_populate_recordset(NULL::conflicts, rows -> 'conflicts');
  END IF;
  IF rows ? 'outbox' THEN
    INSERT INTO outbox SELECT * FROM jsonb_populate_recordset(NULL::outbox, rows -> 'outbox');
  END IF;
  IF rows ? 'audit_log' THEN
    INSERT INTO audit_log SELECT * FROM jsonb_populate_recordset(NULL::audit_log, rows -> 'audit_log');
  END IF;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION write_rows(text, jsonb) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION write_rows(text, jsonb) TO keepsake_app;
--> statement-breakpoint
-- Which memories may say the same at all: a keyed digest over scope, kind and the numbers of the statement, because other
-- numbers are other facts. Empty for what is never compared; null for what was written before there was such a digest.
ALTER TABLE memory_contents ADD COLUMN meaning_digest text;
--> statement-breakpoint
CREATE INDEX memory_contents_meaning ON memory_contents (tenant_id, meaning_digest, memory_id);
--> statement-breakpoint
-- What one write has to know before it is decided, in one call, with its fact locked. It only reads and locks. Each
-- statement after the lock sees what was committed before the lock was given.
CREATE FUNCTION look_ahead(tenant text, asked jsonb) RETURNS json LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  a record;
  locked_id text;
  locked_cardinality text;
  fact json;
  claims json;
  open json;
BEGIN
  SELECT * INTO a FROM jsonb_to_record(asked) AS x(people text[], blocked text[], dedupe text, run text, external_in text, external_since timestamptz, erased text[],
    meaning_digest text, writer text, scope text, subject text, predicate text, subject_key text, predicate_key text,
    instance text, value_version text);
  IF a.predicate IS NOT NULL THEN
    SELECT f.fact_id, f.cardinality INTO locked_id, locked_cardinality FROM facts f
      WHERE f.tenant_id = tenant AND f.scope = a.scope AND f.instance = a.instance
        AND ((f.subject_key = a.subject_key AND f.predicate_key = a.predicate_key)
          OR (f.subject = a.subject AND f.predicate = a.predicate))
      ORDER BY (f.subject = a.subject) DESC, f.fact_id LIMIT 1 FOR UPDATE;
  END IF;
  IF locked_id IS NOT NULL THEN
    SELECT json_build_object('fact_id', f.fact_id, 'scope', f.scope, 'subject', f.subject, 'predicate', f.predicate,
        'cardinality', f.cardinality, 'revisions', f.revisions, 'known_bound', f.known_bound)
      INTO fact FROM facts f WHERE f.tenant_id = tenant AND f.fact_id = locked_id;
    -- Of a fact of many values only some versions concern a write: they are read when it is known which.
    IF locked_cardinality = 'one' THEN
      SELECT json_agg(row_to_json(c) ORDER BY c.revision) INTO claims FROM (
        SELECT m.memory_id, m.revision, m.seq, m.claim_from, m.claim_to, m.claim_state, m.ended_at, m.authority,
            m.observed_at, m.confirmation, m.status, m.status_reason, m.provenance_type, m.trust, m.sensitivity,
            m.state_revision, m.superseded_by, m.retired_at, c.value_digest, c.key_id, c.sealed,
            CASE WHEN NOT starts_with(c.value_digest, a.value_version) THEN c.value::text END AS old_value
          FROM memories m
          LEFT JOIN memory_contents c ON c.tenant_id = tenant AND c.memory_id = m.memory_id
          WHERE m.tenant_id = tenant AND m.fact_id = locked_id) c;
      SELECT json_agg(json_build_object('period_id', p.period_id, 'memory_id', p.memory_id, 'valid_from', lower(p.valid),
          'valid_to', upper(p.valid), 'confirmation', p.confirmation))
        INTO open FROM memory_periods p
        WHERE p.tenant_id = tenant AND p.fact_id = locked_id AND upper_inf(p.known);
    END IF;
  END IF;
  RETURN (SELECT json_build_object(
    'policy', json_build_object(
      'version', p.version, 'body', p.body, 'calibrated', c.version, 'chances', c.body -> 'chances'),
    'paused', EXISTS (SELECT 1 FROM subject_controls s
        WHERE s.tenant_id = tenant AND s.subject = ANY (a.people) AND s.paused_at IS NOT NULL)
      OR EXISTS (SELECT 1 FROM subject_agent_pauses s
        WHERE s.tenant_id = tenant AND s.agent_id = a.writer AND s.subject = ANY (a.people)),
    'choices', (SELECT json_agg(json_build_object('subject', s.subject, 'topic', s.topic, 'remember', s.remember, 'infer', s.infer))
      FROM subject_topics s WHERE s.tenant_id = tenant AND s.subject = ANY (a.people)),
    'blocked', EXISTS (SELECT 1 FROM blocked_sources b
      WHERE b.tenant_id = tenant AND b.lifted_at IS NULL AND b.digest = ANY (a.blocked)),
    'recorded', a.dedupe IS NOT NULL AND EXISTS (SELECT 1 FROM events e
      WHERE e.tenant_id = tenant AND e.dedupe_digest = a.dedupe),
    'run_end', CASE WHEN a.run IS NOT NULL THEN (SELECT r.ended_at FROM runs r WHERE r.tenant_id = tenant AND r.scope = a.run) END,
    'external', EXISTS (SELECT 1 FROM events e WHERE e.tenant_id = tenant AND e.scope = a.external_in
      AND e.source_type = 'external_content' AND e.recorded_at >= a.external_since),
    'erased', EXISTS (SELECT 1 FROM tombstones t WHERE t.tenant_id = tenant AND t.digest = ANY (a.erased)),
    'near', EXISTS (SELECT 1 FROM memory_contents m WHERE m.tenant_id = tenant AND m.meaning_digest = a.meaning_digest)
      OR EXISTS (SELECT 1 FROM memory_contents m WHERE m.tenant_id = tenant AND m.meaning_digest IS NULL),
    'writer', coalesce((SELECT g.name FROM agents g WHERE g.tenant_id = tenant AND g.agent_id = a.writer),
      (SELECT u.display_name FROM users u WHERE u.tenant_id = tenant AND u.user_id = a.writer)),
    'fact', fact, 'claims', claims, 'open', open)
    FROM (SELECT 1) one
    LEFT JOIN LATERAL (SELECT q.version, q.body FROM policies q WHERE q.tenant_id = tenant
      ORDER BY q.version DESC LIMIT 1) p ON true
    LEFT JOIN LATERAL (SELECT q.version, q.body FROM utility_calibrations q WHERE q.tenant_id = tenant
      ORDER BY q.version DESC LIMIT 1) c ON true);
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION look_ahead(text, jsonb) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION look_ahead(text, jsonb) TO keepsake_app;
