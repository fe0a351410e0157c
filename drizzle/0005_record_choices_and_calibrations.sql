-- What a person decided about single topics of their memory, beside the pause of the whole.
CREATE TABLE "subject_topics" (
	"tenant_id" text NOT NULL,
	"subject" text NOT NULL,
	"topic" text NOT NULL,
	"remember" boolean NOT NULL,
	"infer" boolean NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "subject_topics_tenant_id_subject_topic_pk" PRIMARY KEY("tenant_id","subject","topic")
);
--> statement-breakpoint
-- Chances of use as recorded use shows them: numbers, one row for each time they were worked out.
CREATE TABLE "utility_calibrations" (
	"tenant_id" text NOT NULL,
	"version" integer NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "utility_calibrations_tenant_id_version_pk" PRIMARY KEY("tenant_id","version")
);
--> statement-breakpoint
ALTER TABLE subject_topics ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE subject_topics FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY subject_topics_tenant ON subject_topics USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON subject_topics TO keepsake_app;
--> statement-breakpoint
ALTER TABLE utility_calibrations ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE utility_calibrations FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY utility_calibrations_tenant ON utility_calibrations USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
GRANT SELECT, INSERT ON utility_calibrations TO keepsake_app;
