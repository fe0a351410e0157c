-- A model whose vectors have been removed keeps its row: so that a process which still runs it does not begin anew.
ALTER TABLE vector_models DROP CONSTRAINT vector_models_state;
--> statement-breakpoint
ALTER TABLE vector_models ADD CONSTRAINT vector_models_state CHECK (state IN ('building', 'serving', 'retiring', 'retired'));
--> statement-breakpoint
ALTER TABLE vector_models ADD COLUMN attempts integer NOT NULL DEFAULT 0;
--> statement-breakpoint
ALTER TABLE vector_models ADD COLUMN last_error text;
--> statement-breakpoint
ALTER TABLE vector_models ADD COLUMN due_at timestamptz(3);
--> statement-breakpoint
GRANT UPDATE (attempts, last_error, due_at) ON vector_models TO keepsake_app;
--> statement-breakpoint
-- The cache is bounded: the oldest go first.
CREATE INDEX embedding_cache_age ON embedding_cache (tenant_id, created_at);
