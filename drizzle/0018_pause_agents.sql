-- Agents that a person lets neither read nor write anything about them; nobody else is concerned.
CREATE TABLE "subject_agent_pauses" (
	"tenant_id" text NOT NULL,
	"subject" text NOT NULL,
	"agent_id" text NOT NULL,
	"paused_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "subject_agent_pauses_tenant_id_subject_agent_id_pk" PRIMARY KEY("tenant_id","subject","agent_id")
);
--> statement-breakpoint
-- Each read and each write of an agent asks for its own.
CREATE INDEX "subject_agent_pauses_agent" ON "subject_agent_pauses" USING btree ("tenant_id","agent_id");
--> statement-breakpoint
ALTER TABLE subject_agent_pauses ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE subject_agent_pauses FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY subject_agent_pauses_tenant ON subject_agent_pauses USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON subject_agent_pauses TO keepsake_app;
