-- A fact is found by its folded key: two spellings of one name cannot make two facts, whoever writes first.
ALTER TABLE facts ADD COLUMN subject_key text;
--> statement-breakpoint
ALTER TABLE facts ADD COLUMN predicate_key text;
--> statement-breakpoint
ALTER TABLE facts ADD COLUMN written_subject text;
--> statement-breakpoint
ALTER TABLE facts ADD CONSTRAINT facts_folded_key UNIQUE (tenant_id, scope, subject_key, predicate_key, instance);
--> statement-breakpoint
ALTER TABLE facts ALTER COLUMN subject_key SET STATISTICS 0, ALTER COLUMN predicate_key SET STATISTICS 0, ALTER COLUMN written_subject SET STATISTICS 0;
--> statement-breakpoint
GRANT UPDATE (subject_key, predicate_key, written_subject) ON facts TO keepsake_app;
--> statement-breakpoint
CREATE TABLE entities (
  tenant_id text NOT NULL,
  entity_id text NOT NULL,
  subject text NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  CONSTRAINT entities_tenant_id_entity_id_pk PRIMARY KEY (tenant_id, entity_id),
  CONSTRAINT entities_subject UNIQUE (tenant_id, subject)
);
--> statement-breakpoint
CREATE TABLE entity_aliases (
  tenant_id text NOT NULL,
  alias_id text NOT NULL,
  scope text NOT NULL,
  alias text NOT NULL,
  alias_key text NOT NULL,
  entity_id text NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  created_by_kind text NOT NULL,
  created_by_id text NOT NULL,
  CONSTRAINT entity_aliases_tenant_id_alias_id_pk PRIMARY KEY (tenant_id, alias_id),
  CONSTRAINT entity_aliases_key UNIQUE (tenant_id, alias_key, scope),
  CONSTRAINT entity_aliases_entity_fk FOREIGN KEY (tenant_id, entity_id) REFERENCES entities (tenant_id, entity_id)
);
--> statement-breakpoint
CREATE INDEX entity_aliases_entity ON entity_aliases (tenant_id, entity_id);
--> statement-breakpoint
CREATE TABLE possible_duplicates (
  tenant_id text NOT NULL,
  duplicate_id text NOT NULL,
  scope text NOT NULL,
  memory_id text NOT NULL,
  other_id text NOT NULL,
  reason_code text NOT NULL,
  score double precision NOT NULL,
  state text NOT NULL,
  opened_at timestamp (3) with time zone NOT NULL,
  decided_at timestamp (3) with time zone,
  decided_by_kind text,
  decided_by_id text,
  CONSTRAINT possible_duplicates_tenant_id_duplicate_id_pk PRIMARY KEY (tenant_id, duplicate_id),
  CONSTRAINT possible_duplicates_pair UNIQUE (tenant_id, memory_id, other_id),
  CONSTRAINT possible_duplicates_state CHECK (state IN ('open', 'merged', 'kept_apart', 'erased'))
);
--> statement-breakpoint
CREATE INDEX possible_duplicates_open ON possible_duplicates (tenant_id, state, opened_at);
--> statement-breakpoint
CREATE INDEX possible_duplicates_other ON possible_duplicates (tenant_id, other_id);
--> statement-breakpoint
CREATE TABLE runs (
  tenant_id text NOT NULL,
  scope text NOT NULL,
  ended_at timestamp (3) with time zone NOT NULL,
  reason_code text NOT NULL,
  recorded_at timestamp (3) with time zone NOT NULL,
  ended_by_kind text NOT NULL,
  ended_by_id text NOT NULL,
  CONSTRAINT runs_tenant_id_scope_pk PRIMARY KEY (tenant_id, scope)
);
--> statement-breakpoint
ALTER TABLE entities ALTER COLUMN subject SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE entity_aliases ALTER COLUMN alias SET STATISTICS 0, ALTER COLUMN alias_key SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE entities ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE entities FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY entities_tenant ON entities USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
ALTER TABLE entity_aliases ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE entity_aliases FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY entity_aliases_tenant ON entity_aliases USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
ALTER TABLE possible_duplicates ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE possible_duplicates FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY possible_duplicates_tenant ON possible_duplicates USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
ALTER TABLE runs ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE runs FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY runs_tenant ON runs USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON entities TO keepsake_app;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON entity_aliases TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (entity_id) ON entity_aliases TO keepsake_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON possible_duplicates TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (state, decided_at, decided_by_kind, decided_by_id) ON possible_duplicates TO keepsake_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON runs TO keepsake_app;
