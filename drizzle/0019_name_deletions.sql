-- By which request a deletion was asked for, as a keyed digest: sent again after its answer was lost, it is found by it.
ALTER TABLE deletions ADD COLUMN request_digest text;
--> statement-breakpoint
CREATE UNIQUE INDEX "deletions_request" ON "deletions" USING btree ("tenant_id","request_digest") WHERE request_digest IS NOT NULL;
