-- What must not be erased for now, whoever asks for it. Two people place it and two people release it.
CREATE TABLE legal_holds (
	tenant_id text NOT NULL,
	hold_id text NOT NULL,
	scope text,
	subject text,
	reason_code text NOT NULL,
	reference text,
	state text NOT NULL,
	placed_by_id text NOT NULL,
	placed_at timestamp (3) with time zone NOT NULL,
	decided_by_id text,
	decided_at timestamp (3) with time zone,
	release_asked_by_id text,
	release_asked_at timestamp (3) with time zone,
	released_by_id text,
	released_at timestamp (3) with time zone,
	CONSTRAINT legal_holds_pkey PRIMARY KEY (tenant_id, hold_id),
	CONSTRAINT legal_holds_place CHECK ((scope IS NULL) <> (subject IS NULL)),
	CONSTRAINT legal_holds_state CHECK (state IN ('proposed', 'active', 'declined', 'releasing', 'released')),
	CONSTRAINT legal_holds_placed_by_two CHECK (state NOT IN ('active', 'releasing', 'released') OR decided_by_id <> placed_by_id),
	CONSTRAINT legal_holds_released_by_two CHECK (state <> 'released' OR released_by_id <> release_asked_by_id)
);
--> statement-breakpoint
CREATE INDEX legal_holds_state ON legal_holds (tenant_id, state);
--> statement-breakpoint
ALTER TABLE legal_holds ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE legal_holds FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY legal_holds_tenant ON legal_holds USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT ON legal_holds TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (state, decided_by_id, decided_at, release_asked_by_id, release_asked_at, released_by_id, released_at) ON legal_holds TO keepsake_app;
