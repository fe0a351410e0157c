ALTER TABLE "facts" ADD COLUMN "key_words" text[] GENERATED ALWAYS AS (array_remove(regexp_split_to_array(lower(predicate), '[_.\-/ ]+'), '')) STORED;
--> statement-breakpoint
ALTER TABLE "facts" ADD COLUMN "key_phrase" text GENERATED ALWAYS AS (lower(regexp_replace(predicate, '[_.\-/]+', ' ', 'g'))) STORED;
--> statement-breakpoint
ALTER TABLE "facts" ADD COLUMN "key_name" text GENERATED ALWAYS AS (lower(regexp_replace(regexp_replace(subject, '^[a-z]+:', ''), '[_.\-/ ]+', ' ', 'g'))) STORED;
--> statement-breakpoint
DROP INDEX "memory_periods_memory";
--> statement-breakpoint
CREATE INDEX "memory_periods_memory" ON "memory_periods" USING btree ("tenant_id","memory_id") INCLUDE ("valid","known","confirmation");
--> statement-breakpoint
DROP INDEX "search_index_scope";
--> statement-breakpoint
CREATE INDEX "search_index_scope" ON "search_index" USING btree ("tenant_id","scope","state") INCLUDE ("length");
