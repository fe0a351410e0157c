-- Where a quote stands in its event's content, and which of an event's candidates this is: numbers and rule names, no words.
ALTER TABLE memory_sources ADD COLUMN quote_start integer, ADD COLUMN quote_end integer,
  ADD CONSTRAINT memory_sources_quote_range CHECK (quote_start >= 0 AND quote_end >= quote_start);
--> statement-breakpoint
ALTER TABLE candidates ADD COLUMN candidate_key text;
