ALTER TABLE "search_index" ADD COLUMN "talk_digest" text;
--> statement-breakpoint
ALTER TABLE "search_index" ADD COLUMN "said_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "search_index" ADD COLUMN "asks" boolean;
--> statement-breakpoint
ALTER TABLE "search_index" ADD COLUMN "told" tstzmultirange;
--> statement-breakpoint
ALTER TABLE search_index ALTER COLUMN told SET STATISTICS 0;
--> statement-breakpoint
GRANT UPDATE (talk_digest, said_at, asks, told) ON search_index TO keepsake_app;
