-- What a model is to read of an event: one row for each event and extractor, from the moment the event is durable.
CREATE TABLE extractions (
  tenant_id text NOT NULL,
  extraction_id text NOT NULL,
  event_id text NOT NULL,
  extractor text NOT NULL,
  state text NOT NULL,
  reason text,
  write_mode text NOT NULL,
  attempts integer NOT NULL,
  parts integer,
  parts_done integer NOT NULL,
  lease text,
  lease_until timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  due_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  last_error text,
  candidates_made integer NOT NULL,
  candidates_dropped integer NOT NULL,
  drops jsonb NOT NULL,
  CONSTRAINT extractions_pk PRIMARY KEY (tenant_id, extraction_id),
  CONSTRAINT extractions_once UNIQUE (tenant_id, event_id, extractor),
  CONSTRAINT extractions_event FOREIGN KEY (tenant_id, event_id) REFERENCES events (tenant_id, event_id),
  CONSTRAINT extractions_state CHECK (state IN ('queued', 'running', 'failed', 'done', 'dead'))
);
--> statement-breakpoint
CREATE INDEX extractions_due ON extractions (tenant_id, due_at) WHERE state IN ('queued', 'running', 'failed');
--> statement-breakpoint
CREATE INDEX extractions_created ON extractions (tenant_id, created_at, extraction_id);
--> statement-breakpoint
-- Which candidates an extraction has brought already: what a retry would bring again is recognised, not repeated.
CREATE TABLE extraction_candidates (
  tenant_id text NOT NULL,
  event_id text NOT NULL,
  extractor text NOT NULL,
  digest text NOT NULL,
  candidate_id text NOT NULL,
  CONSTRAINT extraction_candidates_pk PRIMARY KEY (tenant_id, event_id, extractor, digest),
  CONSTRAINT extraction_candidates_event FOREIGN KEY (tenant_id, event_id) REFERENCES events (tenant_id, event_id)
);
--> statement-breakpoint
-- Every call to a model, also one that failed: what it took and what it cost. Never what was said.
CREATE TABLE model_calls (
  tenant_id text NOT NULL,
  call_id text NOT NULL,
  extraction_id text NOT NULL,
  model text NOT NULL,
  at timestamptz(3) NOT NULL,
  outcome text NOT NULL,
  latency_ms integer NOT NULL,
  tokens_in integer NOT NULL,
  tokens_out integer NOT NULL,
  estimated boolean NOT NULL,
  cost double precision,
  CONSTRAINT model_calls_pk PRIMARY KEY (tenant_id, call_id),
  CONSTRAINT model_calls_extraction FOREIGN KEY (tenant_id, extraction_id) REFERENCES extractions (tenant_id, extraction_id)
);
--> statement-breakpoint
CREATE INDEX model_calls_at ON model_calls (tenant_id, at);
--> statement-breakpoint
CREATE INDEX model_calls_of ON model_calls (tenant_id, extraction_id);
--> statement-breakpoint
-- Which embedding model answers a tenant's questions, and which one is being made ready to follow it.
CREATE TABLE vector_models (
  tenant_id text NOT NULL,
  model text NOT NULL,
  state text NOT NULL,
  reached text NOT NULL,
  done integer NOT NULL,
  total integer NOT NULL,
  started_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  CONSTRAINT vector_models_pk PRIMARY KEY (tenant_id, model),
  CONSTRAINT vector_models_state CHECK (state IN ('building', 'serving', 'retiring'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX vector_models_one_serves ON vector_models (tenant_id) WHERE state = 'serving';
--> statement-breakpoint
ALTER TABLE extractions ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE extractions FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY extractions_tenant ON extractions USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
ALTER TABLE extraction_candidates ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE extraction_candidates FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY extraction_candidates_tenant ON extraction_candidates USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
ALTER TABLE model_calls ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE model_calls FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY model_calls_tenant ON model_calls USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
ALTER TABLE vector_models ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE vector_models FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY vector_models_tenant ON vector_models USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT ON extractions TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (state, reason, attempts, parts, parts_done, lease, lease_until, due_at, finished_at, last_error, candidates_made, candidates_dropped, drops) ON extractions TO keepsake_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON extraction_candidates TO keepsake_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON model_calls TO keepsake_app;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON vector_models TO keepsake_app;
--> statement-breakpoint
GRANT UPDATE (state, reached, done, total, started_at, finished_at) ON vector_models TO keepsake_app;
