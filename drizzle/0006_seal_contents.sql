-- What is of high sensitivity stands as ciphertext under the data key of whom it concerns; the readable columns of such
-- a row are empty. `key_id` names the key, `sealed` holds everything else.
CREATE TABLE subject_keys (
	tenant_id text NOT NULL,
	key_id text NOT NULL,
	subject_digest text NOT NULL,
	wrapped text,
	created_at timestamp (3) with time zone NOT NULL,
	destroyed_at timestamp (3) with time zone,
	CONSTRAINT subject_keys_tenant_id_key_id_pk PRIMARY KEY (tenant_id, key_id),
	CONSTRAINT subject_keys_destroyed CHECK ((wrapped IS NULL) = (destroyed_at IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX subject_keys_live ON subject_keys (tenant_id, subject_digest) WHERE destroyed_at IS NULL;
--> statement-breakpoint
ALTER TABLE subject_keys ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE subject_keys FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY subject_keys_tenant ON subject_keys USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT ON subject_keys TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (wrapped, destroyed_at) ON subject_keys TO keepsake_app;
--> statement-breakpoint
-- A destroyed key stays destroyed, and a living one is never exchanged for another.
CREATE FUNCTION destroy_key_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.destroyed_at IS NOT NULL OR NEW.wrapped IS NOT NULL
     OR (NEW.tenant_id, NEW.key_id, NEW.subject_digest, NEW.created_at)
        IS DISTINCT FROM (OLD.tenant_id, OLD.key_id, OLD.subject_digest, OLD.created_at) THEN
    RAISE EXCEPTION 'a subject key can only be destroyed, and only once' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER subject_keys_destroy_once BEFORE UPDATE ON subject_keys FOR EACH ROW EXECUTE FUNCTION destroy_key_once();
--> statement-breakpoint
ALTER TABLE memory_contents ADD COLUMN key_id text, ADD COLUMN sealed text;
--> statement-breakpoint
ALTER TABLE event_payloads ADD COLUMN key_id text, ADD COLUMN sealed text;
--> statement-breakpoint
ALTER TABLE memory_sources ADD COLUMN key_id text, ADD COLUMN sealed text;
--> statement-breakpoint
ALTER TABLE candidates ADD COLUMN key_id text, ADD COLUMN sealed text;
--> statement-breakpoint
ALTER TABLE memory_transitions ADD COLUMN key_id text, ADD COLUMN sealed text;
--> statement-breakpoint
-- What stands under a key is counted before the key is destroyed.
CREATE INDEX memory_contents_sealed ON memory_contents (tenant_id, key_id) WHERE key_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX event_payloads_sealed ON event_payloads (tenant_id, key_id) WHERE key_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX memory_sources_sealed ON memory_sources (tenant_id, key_id) WHERE key_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX candidates_sealed ON candidates (tenant_id, key_id) WHERE key_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX memory_transitions_sealed ON memory_transitions (tenant_id, key_id) WHERE key_id IS NOT NULL;
--> statement-breakpoint
GRANT UPDATE (key_id, sealed) ON memory_sources TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (key_id, sealed) ON candidates TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (key_id, sealed) ON memory_transitions TO keepsake_app;
--> statement-breakpoint
-- Raising a memory to high sensitivity later takes its older versions along.
GRANT UPDATE (sensitivity) ON memories TO keepsake_app;
--> statement-breakpoint
ALTER TABLE subject_keys ALTER COLUMN wrapped SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE memory_contents ALTER COLUMN sealed SET STATISTICS 0, ALTER COLUMN key_id SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE event_payloads ALTER COLUMN sealed SET STATISTICS 0, ALTER COLUMN key_id SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE memory_sources ALTER COLUMN sealed SET STATISTICS 0, ALTER COLUMN key_id SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE candidates ALTER COLUMN sealed SET STATISTICS 0, ALTER COLUMN key_id SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE memory_transitions ALTER COLUMN sealed SET STATISTICS 0, ALTER COLUMN key_id SET STATISTICS 0;
