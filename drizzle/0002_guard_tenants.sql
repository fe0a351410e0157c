-- The restricted role: every request acts as it. Cluster-wide, so it may exist already; another owner may have made it.
DO $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'keepsake_app') THEN
    BEGIN
      CREATE ROLE keepsake_app NOSUPERUSER NOCREATEDB NOCREATEROLE NOINHERIT NOBYPASSRLS LOGIN;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- another database of this cluster made it in the same moment
    END;
  END IF;
  -- Since PostgreSQL 16 the maker of a role administers it but may not act as it before it is granted.
  BEGIN
    EXECUTE format('GRANT keepsake_app TO %I', current_user);
  EXCEPTION WHEN insufficient_privilege THEN
    IF NOT pg_has_role(current_user, 'keepsake_app', 'MEMBER') THEN RAISE; END IF;
  END;
END
$$;
--> statement-breakpoint
REVOKE ALL ON SCHEMA public FROM PUBLIC;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO keepsake_app;
--> statement-breakpoint
ALTER TABLE users ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE users FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY users_tenant ON users USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT ON users TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (display_name, password_hash, scopes, locale, time_zone, preferences, session_epoch, disabled_at, email) ON users TO keepsake_app;
--> statement-breakpoint
ALTER TABLE memberships ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE memberships FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memberships_tenant ON memberships USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON memberships TO keepsake_app;
--> statement-breakpoint
ALTER TABLE agents ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE agents FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY agents_tenant ON agents USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT ON agents TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (name, scopes, purposes, source_types, write_mode, disabled_at) ON agents TO keepsake_app;
--> statement-breakpoint
ALTER TABLE agent_keys ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE agent_keys FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY agent_keys_tenant ON agent_keys USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT ON agent_keys TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (name, expires_at, revoked_at, last_used_at, rate_per_minute) ON agent_keys TO keepsake_app;
--> statement-breakpoint
ALTER TABLE policies ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE policies FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY policies_tenant ON policies USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT ON policies TO keepsake_app;
--> statement-breakpoint
ALTER TABLE subject_controls ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE subject_controls FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY subject_controls_tenant ON subject_controls USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT ON subject_controls TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (paused_at, paused_until, updated_at) ON subject_controls TO keepsake_app;
--> statement-breakpoint
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY idempotency_keys_tenant ON idempotency_keys USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON idempotency_keys TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (state, status, answer) ON idempotency_keys TO keepsake_app;
--> statement-breakpoint
ALTER TABLE events ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE events FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY events_tenant ON events USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT ON events TO keepsake_app;
--> statement-breakpoint
ALTER TABLE event_payloads ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE event_payloads FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY event_payloads_tenant ON event_payloads USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON event_payloads TO keepsake_app;
--> statement-breakpoint
ALTER TABLE candidates ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE candidates FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY candidates_tenant ON candidates USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT ON candidates TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (proposal, outcome, operation, reason_code, memory_id, superseded, conflicts_with) ON candidates TO keepsake_app;
--> statement-breakpoint
ALTER TABLE gate_decisions ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE gate_decisions FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY gate_decisions_tenant ON gate_decisions USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT ON gate_decisions TO keepsake_app;
--> statement-breakpoint
ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE audit_log FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY audit_log_tenant ON audit_log USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT ON audit_log TO keepsake_app;
--> statement-breakpoint
ALTER TABLE audit_chain ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE audit_chain FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY audit_chain_tenant ON audit_chain USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT ON audit_chain TO keepsake_app;
--> statement-breakpoint
ALTER TABLE outbox ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE outbox FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY outbox_tenant ON outbox USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON outbox TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (due_at, attempts, last_error, done_at) ON outbox TO keepsake_app;
--> statement-breakpoint
ALTER TABLE facts ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE facts FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY facts_tenant ON facts USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT ON facts TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (subject, predicate, instance, revisions, known_bound, erased_at) ON facts TO keepsake_app;
--> statement-breakpoint
ALTER TABLE memories ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE memories FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memories_tenant ON memories USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT ON memories TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (claim_from, claim_to, claim_state, ended_at, status, status_reason, confirmation, state_revision, authority, trust, confidence, retired_at, superseded_by, use_count, last_used_at, updated_at, importance) ON memories TO keepsake_app;
--> statement-breakpoint
ALTER TABLE memory_contents ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE memory_contents FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memory_contents_tenant ON memory_contents USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON memory_contents TO keepsake_app;
--> statement-breakpoint
ALTER TABLE memory_periods ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE memory_periods FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memory_periods_tenant ON memory_periods USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON memory_periods TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (known) ON memory_periods TO keepsake_app;
--> statement-breakpoint
ALTER TABLE memory_sources ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE memory_sources FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memory_sources_tenant ON memory_sources USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON memory_sources TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (quote) ON memory_sources TO keepsake_app;
--> statement-breakpoint
ALTER TABLE memory_transitions ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE memory_transitions FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memory_transitions_tenant ON memory_transitions USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT ON memory_transitions TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (reason) ON memory_transitions TO keepsake_app;
--> statement-breakpoint
ALTER TABLE conflicts ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE conflicts FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY conflicts_tenant ON conflicts USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT ON conflicts TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (closed_at, resolution) ON conflicts TO keepsake_app;
--> statement-breakpoint
ALTER TABLE search_index ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE search_index FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY search_index_tenant ON search_index USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON search_index TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (state, lexemes, length, analyser, indexed_at) ON search_index TO keepsake_app;
--> statement-breakpoint
ALTER TABLE search_vectors ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE search_vectors FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY search_vectors_tenant ON search_vectors USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON search_vectors TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (state, embedding, indexed_at) ON search_vectors TO keepsake_app;
--> statement-breakpoint
ALTER TABLE embedding_cache ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE embedding_cache FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY embedding_cache_tenant ON embedding_cache USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON embedding_cache TO keepsake_app;
--> statement-breakpoint
ALTER TABLE retrievals ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE retrievals FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY retrievals_tenant ON retrievals USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT ON retrievals TO keepsake_app;
--> statement-breakpoint
ALTER TABLE retrieval_texts ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE retrieval_texts FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY retrieval_texts_tenant ON retrieval_texts USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON retrieval_texts TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (query, received, note) ON retrieval_texts TO keepsake_app;
--> statement-breakpoint
ALTER TABLE usage ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE usage FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY usage_tenant ON usage USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON usage TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (outcome, at) ON usage TO keepsake_app;
--> statement-breakpoint
ALTER TABLE deletions ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE deletions FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY deletions_tenant ON deletions USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT ON deletions TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (status, affected, started_at, completed_at, attempts, last_error) ON deletions TO keepsake_app;
--> statement-breakpoint
ALTER TABLE deletion_memories ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE deletion_memories FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY deletion_memories_tenant ON deletion_memories USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT ON deletion_memories TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (erased_at) ON deletion_memories TO keepsake_app;
--> statement-breakpoint
ALTER TABLE deletion_targets ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE deletion_targets FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY deletion_targets_tenant ON deletion_targets USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT ON deletion_targets TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (state, found, removed, "left", attempts, checked_at, evidence, due) ON deletion_targets TO keepsake_app;
--> statement-breakpoint
ALTER TABLE tombstones ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE tombstones FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tombstones_tenant ON tombstones USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT ON tombstones TO keepsake_app;
--> statement-breakpoint
-- Global tables: no tenant's content. The directories can be read through the two functions below alone.
GRANT SELECT, INSERT ON tenants TO keepsake_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON instance_settings TO keepsake_app;
--> statement-breakpoint
GRANT INSERT ON sign_in_directory TO keepsake_app;
--> statement-breakpoint
GRANT INSERT ON key_directory TO keepsake_app;
--> statement-breakpoint
CREATE FUNCTION find_sign_in(digest text) RETURNS TABLE (tenant_id text, user_id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT d.tenant_id, d.user_id FROM sign_in_directory d WHERE d.email_digest = digest;
END
$$;
--> statement-breakpoint
CREATE FUNCTION find_agent_key(key text) RETURNS TABLE (tenant_id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT d.tenant_id FROM key_directory d WHERE d.key_id = key;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION find_sign_in(text) FROM PUBLIC;
--> statement-breakpoint
REVOKE ALL ON FUNCTION find_agent_key(text) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION find_sign_in(text) TO keepsake_app;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION find_agent_key(text) TO keepsake_app;
--> statement-breakpoint
-- Append-only stands on missing privileges; the triggers repeat it for whoever has them.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE ON events FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER events_no_truncate BEFORE TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_chain_append_only BEFORE UPDATE OR DELETE ON audit_chain FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_chain_no_truncate BEFORE TRUNCATE ON audit_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER policies_append_only BEFORE UPDATE OR DELETE ON policies FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER policies_no_truncate BEFORE TRUNCATE ON policies FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER gate_decisions_append_only BEFORE UPDATE OR DELETE ON gate_decisions FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER gate_decisions_no_truncate BEFORE TRUNCATE ON gate_decisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A period's past is fixed: only its open end of known time may be closed, once.
CREATE FUNCTION close_period_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT upper_inf(OLD.known) OR upper_inf(NEW.known) OR lower(NEW.known) <> lower(OLD.known)
     OR (NEW.tenant_id, NEW.period_id, NEW.fact_id, NEW.memory_id, NEW.single, NEW.valid, NEW.confirmation)
        IS DISTINCT FROM (OLD.tenant_id, OLD.period_id, OLD.fact_id, OLD.memory_id, OLD.single, OLD.valid, OLD.confirmation) THEN
    RAISE EXCEPTION 'a period can only be closed, and only once' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER memory_periods_close_once BEFORE UPDATE ON memory_periods FOR EACH ROW EXECUTE FUNCTION close_period_once();
--> statement-breakpoint
-- For a fact with cardinality one, no two versions hold the same instant as known at the same moment.
ALTER TABLE memory_periods ADD CONSTRAINT memory_periods_one_holder EXCLUDE USING gist (tenant_id WITH =, fact_id WITH =, valid WITH &&, known WITH &&) WHERE (single);
--> statement-breakpoint
ALTER TABLE memory_contents ALTER COLUMN value SET STATISTICS 0, ALTER COLUMN statement SET STATISTICS 0, ALTER COLUMN topic SET STATISTICS 0, ALTER COLUMN write_reason SET STATISTICS 0, ALTER COLUMN metadata SET STATISTICS 0, ALTER COLUMN episode SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE event_payloads ALTER COLUMN content SET STATISTICS 0, ALTER COLUMN subject SET STATISTICS 0, ALTER COLUMN source_ref SET STATISTICS 0, ALTER COLUMN source_uri SET STATISTICS 0, ALTER COLUMN session_id SET STATISTICS 0, ALTER COLUMN episode SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE retrieval_texts ALTER COLUMN query SET STATISTICS 0, ALTER COLUMN received SET STATISTICS 0, ALTER COLUMN note SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE memory_sources ALTER COLUMN quote SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE memory_transitions ALTER COLUMN reason SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE candidates ALTER COLUMN proposal SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE facts ALTER COLUMN subject SET STATISTICS 0, ALTER COLUMN predicate SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE search_index ALTER COLUMN lexemes SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE search_vectors ALTER COLUMN embedding SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE embedding_cache ALTER COLUMN embedding SET STATISTICS 0;
