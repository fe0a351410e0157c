-- What waits for a person, what a person decided, which sources are refused, and what an event was made from.
CREATE TABLE approvals (
  tenant_id text NOT NULL,
  approval_id text NOT NULL,
  memory_id text NOT NULL,
  fact_id text NOT NULL,
  target_id text,
  candidate_id text NOT NULL,
  event_id text NOT NULL,
  scope text NOT NULL,
  verb text NOT NULL,
  operation text NOT NULL,
  reason_code text NOT NULL,
  class text NOT NULL,
  policy_version integer NOT NULL,
  min_authority integer NOT NULL,
  min_trust double precision NOT NULL,
  source_types text[] NOT NULL,
  ends_at timestamp(3) with time zone,
  proposed_by_kind text NOT NULL,
  proposed_by_id text NOT NULL,
  opened_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  state text NOT NULL,
  revision integer NOT NULL,
  first_by_kind text,
  first_by_id text,
  first_at timestamp(3) with time zone,
  decided_by_kind text,
  decided_by_id text,
  decided_at timestamp(3) with time zone,
  decision_event_id text,
  CONSTRAINT approvals_pkey PRIMARY KEY (tenant_id, approval_id),
  CONSTRAINT approvals_memory FOREIGN KEY (tenant_id, memory_id) REFERENCES memories (tenant_id, memory_id),
  CONSTRAINT approvals_candidate FOREIGN KEY (tenant_id, candidate_id) REFERENCES candidates (tenant_id, candidate_id),
  CONSTRAINT approvals_state CHECK (state IN ('open', 'approved', 'rejected', 'expired', 'withdrawn')),
  CONSTRAINT approvals_class CHECK (class IN ('normal', 'highest')),
  CONSTRAINT approvals_two_people CHECK (first_by_id IS NULL OR decided_by_id IS NULL OR state <> 'approved' OR first_by_id <> decided_by_id)
);
--> statement-breakpoint
CREATE INDEX approvals_opened ON approvals (tenant_id, state, opened_at);
--> statement-breakpoint
CREATE INDEX approvals_memory_id ON approvals (tenant_id, memory_id);
--> statement-breakpoint
CREATE INDEX approvals_candidate_id ON approvals (tenant_id, candidate_id);
--> statement-breakpoint
CREATE TABLE quarantine (
  tenant_id text NOT NULL,
  quarantine_id text NOT NULL,
  memory_id text NOT NULL,
  fact_id text NOT NULL,
  candidate_id text,
  event_id text,
  scope text NOT NULL,
  reason_code text NOT NULL,
  signals text[] NOT NULL,
  cause text NOT NULL,
  root_id text,
  policy_version integer NOT NULL,
  opened_by_kind text NOT NULL,
  opened_by_id text NOT NULL,
  opened_at timestamp(3) with time zone NOT NULL,
  state text NOT NULL,
  revision integer NOT NULL,
  decided_by_kind text,
  decided_by_id text,
  decided_at timestamp(3) with time zone,
  CONSTRAINT quarantine_pkey PRIMARY KEY (tenant_id, quarantine_id),
  CONSTRAINT quarantine_memory FOREIGN KEY (tenant_id, memory_id) REFERENCES memories (tenant_id, memory_id),
  CONSTRAINT quarantine_state CHECK (state IN ('held', 'released', 'condemned', 'withdrawn')),
  CONSTRAINT quarantine_cause CHECK (cause IN ('write', 'person', 'cascade'))
);
--> statement-breakpoint
CREATE INDEX quarantine_opened ON quarantine (tenant_id, state, opened_at);
--> statement-breakpoint
CREATE INDEX quarantine_memory_id ON quarantine (tenant_id, memory_id);
--> statement-breakpoint
CREATE INDEX quarantine_event_id ON quarantine (tenant_id, event_id);
--> statement-breakpoint
CREATE TABLE reviews (
  tenant_id text NOT NULL,
  review_id text NOT NULL,
  object_type text NOT NULL,
  object_id text NOT NULL,
  memory_ids text[] NOT NULL,
  action text NOT NULL,
  actor_kind text NOT NULL,
  actor_id text NOT NULL,
  via text NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  reason text,
  CONSTRAINT reviews_pkey PRIMARY KEY (tenant_id, review_id)
);
--> statement-breakpoint
CREATE INDEX reviews_object ON reviews (tenant_id, object_id, at);
--> statement-breakpoint
ALTER TABLE reviews ALTER COLUMN reason SET STATISTICS 0;
--> statement-breakpoint
CREATE TABLE blocked_sources (
  tenant_id text NOT NULL,
  block_id text NOT NULL,
  kind text NOT NULL,
  digest text NOT NULL,
  label text,
  quarantine_id text,
  created_by_kind text NOT NULL,
  created_by_id text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  lifted_at timestamp(3) with time zone,
  CONSTRAINT blocked_sources_pkey PRIMARY KEY (tenant_id, block_id),
  CONSTRAINT blocked_sources_root UNIQUE (tenant_id, kind, digest),
  CONSTRAINT blocked_sources_kind CHECK (kind IN ('host', 'uri', 'ref', 'writer'))
);
--> statement-breakpoint
CREATE TABLE event_inputs (
  tenant_id text NOT NULL,
  event_id text NOT NULL,
  input_id text NOT NULL,
  CONSTRAINT event_inputs_pkey PRIMARY KEY (tenant_id, event_id, input_id),
  CONSTRAINT event_inputs_event FOREIGN KEY (tenant_id, event_id) REFERENCES events (tenant_id, event_id),
  CONSTRAINT event_inputs_input FOREIGN KEY (tenant_id, input_id) REFERENCES events (tenant_id, event_id)
);
--> statement-breakpoint
CREATE INDEX event_inputs_used ON event_inputs (tenant_id, input_id);
--> statement-breakpoint
ALTER TABLE conflicts ADD COLUMN revision integer NOT NULL DEFAULT 0, ADD COLUMN closed_by_kind text, ADD COLUMN closed_by_id text;
--> statement-breakpoint
GRANT UPDATE (revision, closed_by_kind, closed_by_id) ON conflicts TO keepsake_app;
--> statement-breakpoint
ALTER TABLE approvals ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE approvals FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY approvals_tenant ON approvals USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT ON approvals TO keepsake_app;
--> statement-breakpoint
ALTER TABLE quarantine ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE quarantine FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY quarantine_tenant ON quarantine USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT ON quarantine TO keepsake_app;
--> statement-breakpoint
ALTER TABLE reviews ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE reviews FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY reviews_tenant ON reviews USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT ON reviews TO keepsake_app;
--> statement-breakpoint
ALTER TABLE blocked_sources ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE blocked_sources FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY blocked_sources_tenant ON blocked_sources USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT ON blocked_sources TO keepsake_app;
--> statement-breakpoint
ALTER TABLE event_inputs ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE event_inputs FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY event_inputs_tenant ON event_inputs USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT ON event_inputs TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (state, revision, first_by_kind, first_by_id, first_at, decided_by_kind, decided_by_id, decided_at, decision_event_id) ON approvals TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (state, revision, decided_by_kind, decided_by_id, decided_at) ON quarantine TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (reason) ON reviews TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (lifted_at, created_at, created_by_kind, created_by_id, quarantine_id) ON blocked_sources TO keepsake_app;
--> statement-breakpoint
CREATE INDEX events_external ON events (tenant_id, scope, recorded_at) WHERE source_type = 'external_content';
--> statement-breakpoint
CREATE INDEX retrievals_actor ON retrievals (tenant_id, actor_id, at);
