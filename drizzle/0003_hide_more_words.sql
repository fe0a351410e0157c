-- The planner samples values of a column into pg_statistic, where they outlive their row: not of what can be erased.
ALTER TABLE memory_contents ALTER COLUMN purpose SET STATISTICS 0, ALTER COLUMN consent_basis SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE event_payloads ALTER COLUMN language SET STATISTICS 0;
--> statement-breakpoint
ALTER TABLE outbox ALTER COLUMN last_error SET STATISTICS 0;
