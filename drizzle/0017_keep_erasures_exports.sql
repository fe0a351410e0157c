-- When an erasure was written into the ledger that is kept outside the database; null while it is not.
ALTER TABLE deletions ADD COLUMN kept_at timestamp (3) with time zone;
--> statement-breakpoint
GRANT UPDATE (kept_at) ON deletions TO keepsake_app;
--> statement-breakpoint
-- The deletion that a memory waits for: from the request on no agent reads it.
ALTER TABLE memories ADD COLUMN withheld_by text;
--> statement-breakpoint
GRANT UPDATE (withheld_by) ON memories TO keepsake_app;
--> statement-breakpoint
CREATE TABLE exports (
	tenant_id text NOT NULL,
	export_id text NOT NULL,
	subject text NOT NULL,
	format text NOT NULL,
	state text NOT NULL,
	requested_by_kind text NOT NULL,
	requested_by_id text NOT NULL,
	requested_at timestamp (3) with time zone NOT NULL,
	finished_at timestamp (3) with time zone,
	expires_at timestamp (3) with time zone,
	memories integer NOT NULL,
	bytes integer NOT NULL,
	attempts integer NOT NULL,
	last_error text,
	CONSTRAINT exports_tenant_id_export_id_pk PRIMARY KEY (tenant_id, export_id),
	CONSTRAINT exports_state CHECK (state in ('queued', 'ready', 'failed', 'expired', 'erased'))
);
--> statement-breakpoint
CREATE INDEX exports_subject ON exports (tenant_id, subject);
--> statement-breakpoint
-- The file itself, sealed under the data key of the subject; gone when it expires or the subject's memories are erased.
CREATE TABLE export_files (
	tenant_id text NOT NULL,
	export_id text NOT NULL,
	key_id text NOT NULL,
	sealed text NOT NULL,
	CONSTRAINT export_files_tenant_id_export_id_pk PRIMARY KEY (tenant_id, export_id),
	CONSTRAINT export_files_export FOREIGN KEY (tenant_id, export_id) REFERENCES exports (tenant_id, export_id)
);
--> statement-breakpoint
CREATE INDEX export_files_sealed ON export_files (tenant_id, key_id);
--> statement-breakpoint
ALTER TABLE exports ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE exports FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY exports_tenant ON exports USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT ON exports TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (state, finished_at, expires_at, memories, bytes, attempts, last_error) ON exports TO keepsake_app;
--> statement-breakpoint
ALTER TABLE export_files ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE export_files FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY export_files_tenant ON export_files USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON export_files TO keepsake_app;
--> statement-breakpoint
ALTER TABLE export_files ALTER COLUMN sealed SET STATISTICS 0, ALTER COLUMN key_id SET STATISTICS 0;
