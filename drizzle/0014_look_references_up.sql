-- What a relay refers to is looked up by its reference and its session.
CREATE INDEX event_payloads_ref ON event_payloads (tenant_id, source_ref) WHERE source_ref IS NOT NULL;
--> statement-breakpoint
CREATE INDEX event_payloads_session ON event_payloads (tenant_id, session_id) WHERE session_id IS NOT NULL;
--> statement-breakpoint
-- One name, one candidate: what two attempts at one event make of it is one thing. A second of one name keeps its row
-- under a name of its own. The owner sees every tenant's rows for this one statement.
ALTER TABLE candidates NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE candidates c SET candidate_key = c.candidate_key || '#' || c.candidate_id
  WHERE c.candidate_key IS NOT NULL AND EXISTS (SELECT 1 FROM candidates o
    WHERE o.tenant_id = c.tenant_id AND o.event_id = c.event_id AND o.extractor = c.extractor
      AND o.candidate_key = c.candidate_key AND o.candidate_id < c.candidate_id);
--> statement-breakpoint
ALTER TABLE candidates FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE UNIQUE INDEX candidates_named ON candidates (tenant_id, event_id, extractor, candidate_key)
  WHERE candidate_key IS NOT NULL;
