-- All rows of one change in one call. What they are is decided before, in the application: this only puts them in place,
-- as the role and for the tenant that the transaction has already taken on. Times and ids come with the rows. A table that
-- gains a column needs nothing here.
CREATE FUNCTION write_rows(tenant text, rows jsonb) RETURNS void LANGUAGE plpgsql AS $$
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
