CREATE TABLE "audit_chain" (
	"tenant_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"audit_id" text NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	"linked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_chain_tenant_id_seq_pk" PRIMARY KEY("tenant_id","seq"),
	CONSTRAINT "audit_chain_entry" UNIQUE("tenant_id","audit_id")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"tenant_id" text NOT NULL,
	"audit_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"via" text NOT NULL,
	"action" text NOT NULL,
	"object_type" text NOT NULL,
	"object_id" text NOT NULL,
	"outcome" text NOT NULL,
	"request_id" text NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "audit_log_tenant_id_audit_id_pk" PRIMARY KEY("tenant_id","audit_id")
);
--> statement-breakpoint
CREATE TABLE "candidates" (
	"tenant_id" text NOT NULL,
	"candidate_id" text NOT NULL,
	"event_id" text NOT NULL,
	"extractor" text NOT NULL,
	"scope" text NOT NULL,
	"proposal" jsonb,
	"outcome" text NOT NULL,
	"operation" text NOT NULL,
	"reason_code" text NOT NULL,
	"utility" jsonb,
	"memory_id" text,
	"superseded" text[] NOT NULL,
	"conflicts_with" text[] NOT NULL,
	"policy_version" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "candidates_tenant_id_candidate_id_pk" PRIMARY KEY("tenant_id","candidate_id")
);
--> statement-breakpoint
CREATE TABLE "event_payloads" (
	"tenant_id" text NOT NULL,
	"event_id" text NOT NULL,
	"salt" "bytea" NOT NULL,
	"content" jsonb NOT NULL,
	"subject" text,
	"session_id" text,
	"source_ref" text,
	"source_uri" text,
	"language" text,
	"episode" jsonb,
	CONSTRAINT "event_payloads_tenant_id_event_id_pk" PRIMARY KEY("tenant_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"tenant_id" text NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"scope" text NOT NULL,
	"actor_kind" text NOT NULL,
	"source_type" text NOT NULL,
	"claimed_source_type" text,
	"writer_kind" text NOT NULL,
	"writer_id" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"digest" text NOT NULL,
	"dedupe_digest" text,
	CONSTRAINT "events_tenant_id_event_id_pk" PRIMARY KEY("tenant_id","event_id"),
	CONSTRAINT "events_dedupe" UNIQUE("tenant_id","dedupe_digest")
);
--> statement-breakpoint
CREATE TABLE "gate_decisions" (
	"tenant_id" text NOT NULL,
	"candidate_id" text NOT NULL,
	"position" integer NOT NULL,
	"gate" text NOT NULL,
	"verdict" text NOT NULL,
	"code" text NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "gate_decisions_tenant_id_candidate_id_position_pk" PRIMARY KEY("tenant_id","candidate_id","position")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"tenant_id" text NOT NULL,
	"outbox_id" text NOT NULL,
	"kind" text NOT NULL,
	"object_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer NOT NULL,
	"last_error" text,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "outbox_tenant_id_outbox_id_pk" PRIMARY KEY("tenant_id","outbox_id"),
	CONSTRAINT "outbox_attempts" CHECK (attempts >= 0)
);
--> statement-breakpoint
CREATE TABLE "deletion_memories" (
	"tenant_id" text NOT NULL,
	"deletion_id" text NOT NULL,
	"memory_id" text NOT NULL,
	"fact_id" text NOT NULL,
	"digest" text NOT NULL,
	"scope" text NOT NULL,
	"erased_at" timestamp (3) with time zone,
	CONSTRAINT "deletion_memories_tenant_id_deletion_id_memory_id_pk" PRIMARY KEY("tenant_id","deletion_id","memory_id")
);
--> statement-breakpoint
CREATE TABLE "deletion_targets" (
	"tenant_id" text NOT NULL,
	"deletion_id" text NOT NULL,
	"target" text NOT NULL,
	"state" text NOT NULL,
	"found" integer NOT NULL,
	"removed" integer NOT NULL,
	"left" integer NOT NULL,
	"attempts" integer NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"evidence" jsonb,
	"due" timestamp (3) with time zone,
	CONSTRAINT "deletion_targets_tenant_id_deletion_id_target_pk" PRIMARY KEY("tenant_id","deletion_id","target")
);
--> statement-breakpoint
CREATE TABLE "deletions" (
	"tenant_id" text NOT NULL,
	"deletion_id" text NOT NULL,
	"requested_by_kind" text NOT NULL,
	"requested_by_id" text NOT NULL,
	"subject" text,
	"selector_kind" text NOT NULL,
	"status" text NOT NULL,
	"affected" jsonb NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"execute_after" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"attempts" integer NOT NULL,
	"last_error" text,
	CONSTRAINT "deletions_tenant_id_deletion_id_pk" PRIMARY KEY("tenant_id","deletion_id")
);
--> statement-breakpoint
CREATE TABLE "tombstones" (
	"tenant_id" text NOT NULL,
	"digest" text NOT NULL,
	"deletion_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tombstones_tenant_id_digest_pk" PRIMARY KEY("tenant_id","digest")
);
--> statement-breakpoint
CREATE TABLE "conflicts" (
	"tenant_id" text NOT NULL,
	"conflict_id" text NOT NULL,
	"fact_id" text NOT NULL,
	"incumbent_id" text NOT NULL,
	"challenger_id" text NOT NULL,
	"reason_code" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"resolution" text,
	CONSTRAINT "conflicts_tenant_id_conflict_id_pk" PRIMARY KEY("tenant_id","conflict_id")
);
--> statement-breakpoint
CREATE TABLE "embedding_cache" (
	"tenant_id" text NOT NULL,
	"model" text NOT NULL,
	"text_digest" text NOT NULL,
	"embedding" halfvec NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "embedding_cache_tenant_id_model_text_digest_pk" PRIMARY KEY("tenant_id","model","text_digest")
);
--> statement-breakpoint
CREATE TABLE "facts" (
	"tenant_id" text NOT NULL,
	"fact_id" text NOT NULL,
	"scope" text NOT NULL,
	"subject" text,
	"predicate" text,
	"instance" text NOT NULL,
	"cardinality" text NOT NULL,
	"revisions" integer NOT NULL,
	"known_bound" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"erased_at" timestamp (3) with time zone,
	CONSTRAINT "facts_tenant_id_fact_id_pk" PRIMARY KEY("tenant_id","fact_id"),
	CONSTRAINT "facts_key" UNIQUE("tenant_id","scope","subject","predicate","instance"),
	CONSTRAINT "facts_cardinality" CHECK (cardinality in ('one', 'many'))
);
--> statement-breakpoint
CREATE TABLE "memories" (
	"tenant_id" text NOT NULL,
	"memory_id" text NOT NULL,
	"fact_id" text NOT NULL,
	"revision" integer NOT NULL,
	"seq" integer NOT NULL,
	"scope" text NOT NULL,
	"kind" text NOT NULL,
	"cardinality" text NOT NULL,
	"provenance_type" text NOT NULL,
	"assertion" text NOT NULL,
	"authority" integer NOT NULL,
	"claim_from" timestamp (3) with time zone NOT NULL,
	"claim_to" timestamp (3) with time zone,
	"claim_state" text NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"status" text NOT NULL,
	"status_reason" text,
	"confirmation" text NOT NULL,
	"state_revision" integer NOT NULL,
	"trust" double precision NOT NULL,
	"certainty" double precision NOT NULL,
	"confidence" double precision NOT NULL,
	"importance" integer NOT NULL,
	"sensitivity" text NOT NULL,
	"temporal_scope" text,
	"observed_at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"retired_at" timestamp (3) with time zone,
	"supersedes" text,
	"superseded_by" text,
	"writer_kind" text NOT NULL,
	"writer_id" text NOT NULL,
	"use_count" integer NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"schema_version" integer NOT NULL,
	CONSTRAINT "memories_tenant_id_memory_id_pk" PRIMARY KEY("tenant_id","memory_id"),
	CONSTRAINT "memories_revision" UNIQUE("tenant_id","fact_id","revision"),
	CONSTRAINT "memories_status" CHECK (status in ('candidate','pending_approval','quarantined','active','superseded','expired','revoked','archived','deleted')),
	CONSTRAINT "memories_confirmation" CHECK (confirmation in ('observed','inferred','confirmed','revoked')),
	CONSTRAINT "memories_claim_state" CHECK (claim_state in ('held','ended','hole','gone')),
	CONSTRAINT "memories_claim_range" CHECK (claim_to is null or claim_to > claim_from)
);
--> statement-breakpoint
CREATE TABLE "memory_contents" (
	"tenant_id" text NOT NULL,
	"memory_id" text NOT NULL,
	"value" jsonb NOT NULL,
	"statement" text NOT NULL,
	"topic" text,
	"purpose" text,
	"consent_basis" text,
	"write_reason" text,
	"metadata" jsonb NOT NULL,
	"episode" jsonb,
	"value_digest" text NOT NULL,
	CONSTRAINT "memory_contents_tenant_id_memory_id_pk" PRIMARY KEY("tenant_id","memory_id")
);
--> statement-breakpoint
CREATE TABLE "memory_periods" (
	"tenant_id" text NOT NULL,
	"period_id" text NOT NULL,
	"fact_id" text NOT NULL,
	"memory_id" text NOT NULL,
	"single" boolean NOT NULL,
	"valid" "tstzrange" NOT NULL,
	"known" "tstzrange" NOT NULL,
	"confirmation" text NOT NULL,
	CONSTRAINT "memory_periods_tenant_id_period_id_pk" PRIMARY KEY("tenant_id","period_id"),
	CONSTRAINT "memory_periods_not_empty" CHECK (not isempty(valid) and not isempty(known))
);
--> statement-breakpoint
CREATE TABLE "memory_sources" (
	"tenant_id" text NOT NULL,
	"memory_id" text NOT NULL,
	"event_id" text NOT NULL,
	"relation" text NOT NULL,
	"source_type" text NOT NULL,
	"writer_id" text NOT NULL,
	"quote" text,
	"observed_at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "memory_sources_tenant_id_memory_id_event_id_relation_pk" PRIMARY KEY("tenant_id","memory_id","event_id","relation"),
	CONSTRAINT "memory_sources_relation" CHECK (relation in ('supports','contradicts','derived_from','corrects'))
);
--> statement-breakpoint
CREATE TABLE "memory_transitions" (
	"tenant_id" text NOT NULL,
	"transition_id" text NOT NULL,
	"fact_id" text NOT NULL,
	"memory_id" text NOT NULL,
	"operation" text NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"from_confirmation" text,
	"to_confirmation" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"reason_code" text NOT NULL,
	"reason" text,
	CONSTRAINT "memory_transitions_tenant_id_transition_id_pk" PRIMARY KEY("tenant_id","transition_id")
);
--> statement-breakpoint
CREATE TABLE "search_index" (
	"tenant_id" text NOT NULL,
	"scope" text NOT NULL,
	"memory_id" text NOT NULL,
	"fact_id" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"lexemes" "tsvector" NOT NULL,
	"length" integer NOT NULL,
	"analyser" text NOT NULL,
	"indexed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "search_index_tenant_id_memory_id_pk" PRIMARY KEY("tenant_id","memory_id")
);
--> statement-breakpoint
CREATE TABLE "search_vectors" (
	"tenant_id" text NOT NULL,
	"scope" text NOT NULL,
	"model" text NOT NULL,
	"memory_id" text NOT NULL,
	"state" text NOT NULL,
	"embedding" halfvec NOT NULL,
	"indexed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "search_vectors_tenant_id_memory_id_model_pk" PRIMARY KEY("tenant_id","memory_id","model")
);
--> statement-breakpoint
CREATE TABLE "retrieval_texts" (
	"tenant_id" text NOT NULL,
	"retrieval_id" text NOT NULL,
	"query" text,
	"received" jsonb,
	"note" text,
	CONSTRAINT "retrieval_texts_tenant_id_retrieval_id_pk" PRIMARY KEY("tenant_id","retrieval_id")
);
--> statement-breakpoint
CREATE TABLE "retrievals" (
	"tenant_id" text NOT NULL,
	"retrieval_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"intent" text NOT NULL,
	"policy_version" integer NOT NULL,
	"candidate_count" integer NOT NULL,
	"packed_count" integer NOT NULL,
	"rejected_count" integer NOT NULL,
	"conflict_count" integer NOT NULL,
	"token_budget" integer NOT NULL,
	"tokens_used" integer NOT NULL,
	"degraded" text[] NOT NULL,
	"took_ms" double precision NOT NULL,
	"memory_ids" text[] NOT NULL,
	"trace" jsonb NOT NULL,
	"request_id" text NOT NULL,
	CONSTRAINT "retrievals_tenant_id_retrieval_id_pk" PRIMARY KEY("tenant_id","retrieval_id")
);
--> statement-breakpoint
CREATE TABLE "usage" (
	"tenant_id" text NOT NULL,
	"retrieval_id" text NOT NULL,
	"memory_id" text NOT NULL,
	"outcome" text,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	CONSTRAINT "usage_tenant_id_retrieval_id_memory_id_pk" PRIMARY KEY("tenant_id","retrieval_id","memory_id")
);
--> statement-breakpoint
CREATE TABLE "agent_keys" (
	"tenant_id" text NOT NULL,
	"key_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"name" text,
	"prefix" text NOT NULL,
	"last4" text NOT NULL,
	"secret_digest" text NOT NULL,
	"rate_per_minute" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "agent_keys_tenant_id_key_id_pk" PRIMARY KEY("tenant_id","key_id")
);
--> statement-breakpoint
CREATE TABLE "agents" (
	"tenant_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"purposes" text[],
	"source_types" text[] NOT NULL,
	"write_mode" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"disabled_at" timestamp (3) with time zone,
	CONSTRAINT "agents_tenant_id_agent_id_pk" PRIMARY KEY("tenant_id","agent_id"),
	CONSTRAINT "agents_name" UNIQUE("tenant_id","name")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"tenant_id" text NOT NULL,
	"key_digest" text NOT NULL,
	"request_hash" text NOT NULL,
	"state" text NOT NULL,
	"status" integer,
	"answer" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_tenant_id_key_digest_pk" PRIMARY KEY("tenant_id","key_digest")
);
--> statement-breakpoint
CREATE TABLE "instance_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "key_directory" (
	"key_id" text PRIMARY KEY NOT NULL,
	"tenant_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"tenant_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "memberships_tenant_id_user_id_role_pk" PRIMARY KEY("tenant_id","user_id","role")
);
--> statement-breakpoint
CREATE TABLE "policies" (
	"tenant_id" text NOT NULL,
	"version" integer NOT NULL,
	"body" jsonb NOT NULL,
	"reason" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "policies_tenant_id_version_pk" PRIMARY KEY("tenant_id","version")
);
--> statement-breakpoint
CREATE TABLE "sign_in_directory" (
	"email_digest" text NOT NULL,
	"tenant_id" text NOT NULL,
	"user_id" text NOT NULL,
	CONSTRAINT "sign_in_directory_email_digest_tenant_id_pk" PRIMARY KEY("email_digest","tenant_id")
);
--> statement-breakpoint
CREATE TABLE "subject_controls" (
	"tenant_id" text NOT NULL,
	"subject" text NOT NULL,
	"paused_at" timestamp (3) with time zone,
	"paused_until" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "subject_controls_tenant_id_subject_pk" PRIMARY KEY("tenant_id","subject")
);
--> statement-breakpoint
CREATE TABLE "tenants" (
	"tenant_id" text PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"time_zone" text NOT NULL,
	"is_demo" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tenants_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"tenant_id" text NOT NULL,
	"user_id" text NOT NULL,
	"external_id" text NOT NULL,
	"email" text NOT NULL,
	"display_name" text NOT NULL,
	"password_hash" text,
	"scopes" text[] NOT NULL,
	"locale" text,
	"time_zone" text,
	"preferences" jsonb NOT NULL,
	"session_epoch" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"disabled_at" timestamp (3) with time zone,
	CONSTRAINT "users_tenant_id_user_id_pk" PRIMARY KEY("tenant_id","user_id"),
	CONSTRAINT "users_email" UNIQUE("tenant_id","email"),
	CONSTRAINT "users_external_id" UNIQUE("tenant_id","external_id")
);
--> statement-breakpoint
ALTER TABLE "audit_chain" ADD CONSTRAINT "audit_chain_tenant_id_audit_id_audit_log_tenant_id_audit_id_fk" FOREIGN KEY ("tenant_id","audit_id") REFERENCES "public"."audit_log"("tenant_id","audit_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "candidates" ADD CONSTRAINT "candidates_tenant_id_event_id_events_tenant_id_event_id_fk" FOREIGN KEY ("tenant_id","event_id") REFERENCES "public"."events"("tenant_id","event_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_payloads" ADD CONSTRAINT "event_payloads_tenant_id_event_id_events_tenant_id_event_id_fk" FOREIGN KEY ("tenant_id","event_id") REFERENCES "public"."events"("tenant_id","event_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gate_decisions" ADD CONSTRAINT "gate_decisions_tenant_id_candidate_id_candidates_tenant_id_candidate_id_fk" FOREIGN KEY ("tenant_id","candidate_id") REFERENCES "public"."candidates"("tenant_id","candidate_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deletion_memories" ADD CONSTRAINT "deletion_memories_tenant_id_deletion_id_deletions_tenant_id_deletion_id_fk" FOREIGN KEY ("tenant_id","deletion_id") REFERENCES "public"."deletions"("tenant_id","deletion_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deletion_targets" ADD CONSTRAINT "deletion_targets_tenant_id_deletion_id_deletions_tenant_id_deletion_id_fk" FOREIGN KEY ("tenant_id","deletion_id") REFERENCES "public"."deletions"("tenant_id","deletion_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memories" ADD CONSTRAINT "memories_tenant_id_fact_id_facts_tenant_id_fact_id_fk" FOREIGN KEY ("tenant_id","fact_id") REFERENCES "public"."facts"("tenant_id","fact_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_contents" ADD CONSTRAINT "memory_contents_tenant_id_memory_id_memories_tenant_id_memory_id_fk" FOREIGN KEY ("tenant_id","memory_id") REFERENCES "public"."memories"("tenant_id","memory_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_periods" ADD CONSTRAINT "memory_periods_tenant_id_memory_id_memories_tenant_id_memory_id_fk" FOREIGN KEY ("tenant_id","memory_id") REFERENCES "public"."memories"("tenant_id","memory_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_sources" ADD CONSTRAINT "memory_sources_tenant_id_memory_id_memories_tenant_id_memory_id_fk" FOREIGN KEY ("tenant_id","memory_id") REFERENCES "public"."memories"("tenant_id","memory_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_sources" ADD CONSTRAINT "memory_sources_tenant_id_event_id_events_tenant_id_event_id_fk" FOREIGN KEY ("tenant_id","event_id") REFERENCES "public"."events"("tenant_id","event_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retrieval_texts" ADD CONSTRAINT "retrieval_texts_tenant_id_retrieval_id_retrievals_tenant_id_retrieval_id_fk" FOREIGN KEY ("tenant_id","retrieval_id") REFERENCES "public"."retrievals"("tenant_id","retrieval_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage" ADD CONSTRAINT "usage_tenant_id_retrieval_id_retrievals_tenant_id_retrieval_id_fk" FOREIGN KEY ("tenant_id","retrieval_id") REFERENCES "public"."retrievals"("tenant_id","retrieval_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_object" ON "audit_log" USING btree ("tenant_id","object_type","object_id");--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("tenant_id","at");--> statement-breakpoint
CREATE INDEX "candidates_event" ON "candidates" USING btree ("tenant_id","event_id");--> statement-breakpoint
CREATE INDEX "candidates_memory" ON "candidates" USING btree ("tenant_id","memory_id");--> statement-breakpoint
CREATE INDEX "events_scope" ON "events" USING btree ("tenant_id","scope","occurred_at");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("tenant_id","due_at") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "deletion_memories_memory" ON "deletion_memories" USING btree ("tenant_id","memory_id");--> statement-breakpoint
CREATE INDEX "deletions_requested" ON "deletions" USING btree ("tenant_id","requested_at");--> statement-breakpoint
CREATE INDEX "conflicts_fact" ON "conflicts" USING btree ("tenant_id","fact_id");--> statement-breakpoint
CREATE INDEX "facts_subject" ON "facts" USING btree ("tenant_id","subject");--> statement-breakpoint
CREATE INDEX "memories_scope_status" ON "memories" USING btree ("tenant_id","scope","status");--> statement-breakpoint
CREATE INDEX "memories_writer" ON "memories" USING btree ("tenant_id","writer_id");--> statement-breakpoint
CREATE INDEX "memories_updated" ON "memories" USING btree ("tenant_id","updated_at");--> statement-breakpoint
CREATE INDEX "memory_periods_memory" ON "memory_periods" USING btree ("tenant_id","memory_id");--> statement-breakpoint
CREATE INDEX "memory_periods_fact" ON "memory_periods" USING btree ("tenant_id","fact_id");--> statement-breakpoint
CREATE INDEX "memory_sources_event" ON "memory_sources" USING btree ("tenant_id","event_id");--> statement-breakpoint
CREATE INDEX "memory_transitions_fact" ON "memory_transitions" USING btree ("tenant_id","fact_id","at");--> statement-breakpoint
CREATE INDEX "memory_transitions_memory" ON "memory_transitions" USING btree ("tenant_id","memory_id","at");--> statement-breakpoint
CREATE INDEX "search_index_scope" ON "search_index" USING btree ("tenant_id","scope","state");--> statement-breakpoint
CREATE INDEX "search_vectors_scope" ON "search_vectors" USING btree ("tenant_id","model","scope","state");--> statement-breakpoint
CREATE INDEX "retrievals_at" ON "retrievals" USING btree ("tenant_id","at");--> statement-breakpoint
CREATE INDEX "usage_memory" ON "usage" USING btree ("tenant_id","memory_id","at");--> statement-breakpoint
CREATE INDEX "agent_keys_agent" ON "agent_keys" USING btree ("tenant_id","agent_id");