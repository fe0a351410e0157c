-- What of a fact's key a question is compared with: the predicate's words, the predicate with spaces between them, the
-- subject's name without its type and writing. Made whenever the key is written, so that it says what the key says; plain
-- columns, because rows are also put in place whole.
ALTER TABLE "facts" ADD COLUMN "key_words" text[];
--> statement-breakpoint
ALTER TABLE "facts" ADD COLUMN "key_phrase" text;
--> statement-breakpoint
ALTER TABLE "facts" ADD COLUMN "key_name" text;
--> statement-breakpoint
-- No samples of them: what is erased would stand among the planner's.
ALTER TABLE facts ALTER COLUMN key_words SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE facts ALTER COLUMN key_phrase SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE facts ALTER COLUMN key_name SET STATISTICS 0;
--> statement-breakpoint
CREATE FUNCTION spell_fact_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.key_words := array_remove(regexp_split_to_array(lower(NEW.predicate), '[_.\-/ ]+'), '');
  NEW.key_phrase := lower(regexp_replace(NEW.predicate, '[_.\-/]+', ' ', 'g'));
  NEW.key_name := lower(regexp_replace(regexp_replace(NEW.subject, '^[a-z]+:', ''), '[_.\-/ ]+', ' ', 'g'));
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER facts_spell_key BEFORE INSERT OR UPDATE OF subject, predicate ON facts FOR EACH ROW EXECUTE FUNCTION spell_fact_key();
--> statement-breakpoint
-- Rows of every tenant, this once: the owner is under the tenants' policies otherwise.
ALTER TABLE facts NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE facts SET subject = subject WHERE subject IS NOT NULL OR predicate IS NOT NULL;
--> statement-breakpoint
ALTER TABLE facts FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
DROP INDEX "memory_periods_memory";
--> statement-breakpoint
CREATE INDEX "memory_periods_memory" ON "memory_periods" USING btree ("tenant_id","memory_id") INCLUDE ("valid","known","confirmation");
--> statement-breakpoint
DROP INDEX "search_index_scope";
--> statement-breakpoint
CREATE INDEX "search_index_scope" ON "search_index" USING btree ("tenant_id","scope","state") INCLUDE ("length");
