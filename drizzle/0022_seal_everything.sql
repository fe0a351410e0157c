-- A tenant may have everything kept under data keys, not what is of high sensitivity alone. What an event is under a
-- key for is no longer told by its having one.
ALTER TABLE event_payloads ADD COLUMN high boolean NOT NULL DEFAULT false;
--> statement-breakpoint
UPDATE event_payloads SET high = true WHERE key_id IS NOT NULL;
--> statement-breakpoint
GRANT UPDATE (high) ON event_payloads TO keepsake_app;
--> statement-breakpoint
-- What lists look for in a statement, and the name that a relation leads over, where the statement itself stands sealed.
-- Search material like the lexemes beside it: never backed up, gone with the row.
ALTER TABLE search_index ADD COLUMN preview text, ADD COLUMN name text;
--> statement-breakpoint
ALTER TABLE search_index ALTER COLUMN preview SET STATISTICS 0, ALTER COLUMN name SET STATISTICS 0;
--> statement-breakpoint
GRANT UPDATE (preview, name) ON search_index TO keepsake_app;
--> statement-breakpoint
ALTER TABLE retrieval_texts ADD COLUMN key_id text, ADD COLUMN sealed text;
--> statement-breakpoint
ALTER TABLE retrieval_texts ALTER COLUMN sealed SET STATISTICS 0, ALTER COLUMN key_id SET STATISTICS 0;
--> statement-breakpoint
CREATE INDEX retrieval_texts_sealed ON retrieval_texts (tenant_id, key_id) WHERE key_id IS NOT NULL;
--> statement-breakpoint
GRANT UPDATE (key_id, sealed) ON retrieval_texts TO keepsake_app;
