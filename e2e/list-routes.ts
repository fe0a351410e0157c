import type { Story } from "./tell-story";

/** Every page there is, for the person `op1`, who has both areas. */
export function listRoutes(story: Story, deletionId: string): { name: string; path: string }[] {
  const memory = story.memories.answers ?? "";
  return [
    { name: "me", path: "/me" },
    { name: "memories", path: "/me/memories?all=true" },
    { name: "memories-none", path: "/me/memories?q=zzzz&state=confirmed" },
    { name: "memory", path: `/me/memories/${memory}` },
    { name: "memory-uses", path: `/me/memories/${memory}?tab=uses` },
    { name: "receipts", path: "/me/receipts" },
    { name: "receipt", path: `/me/receipts/${deletionId}` },
    { name: "review", path: "/me/review" },
    { name: "my-agents", path: "/me/agents" },
    { name: "activity", path: "/me/activity" },
    { name: "activity-none", path: "/me/activity?type=viewed&agent=agt_none" },
    { name: "delete", path: "/me/delete" },
    { name: "delete-preview", path: "/me/delete?scope=all&step=preview" },
    { name: "delete-confirm", path: "/me/delete?scope=all&step=confirm" },
    { name: "export", path: "/me/export" },
    { name: "settings", path: "/me/settings" },
    { name: "console", path: "/console" },
    { name: "approvals", path: "/console/approvals" },
    { name: "quarantine", path: "/console/quarantine" },
    { name: "conflicts", path: "/console/conflicts" },
    { name: "approvals-none", path: "/console/approvals?state=withdrawn" },
    { name: "traces", path: "/console/traces" },
    { name: "trace", path: `/console/traces/${story.traceId}` },
    { name: "traces-none", path: "/console/traces?flag=conflict&from=2001-01-01T00:00&to=2001-01-02T00:00" },
    { name: "browse", path: "/console/memories" },
    { name: "browse-then", path: "/console/memories?known=2026-01-01T00:00" },
    { name: "browse-one", path: `/console/memories/${memory}` },
    { name: "subjects", path: "/console/subjects" },
    { name: "subjects-none", path: "/console/subjects?q=zzzz" },
    { name: "subject", path: "/console/subjects/user%3Alin" },
    { name: "deletions", path: "/console/deletions" },
    { name: "deletion", path: `/console/deletions/${deletionId}` },
    { name: "holds", path: "/console/holds" },
    { name: "jobs", path: "/console/jobs" },
    { name: "health", path: "/console/health" },
    { name: "agents", path: "/console/agents" },
    { name: "audit", path: "/console/audit" },
    { name: "policies-not-allowed", path: "/console/policies" },
    { name: "members-not-allowed", path: "/console/members" },
    { name: "welcome", path: "/welcome" },
    { name: "agent-guide", path: "/docs/agents" },
    { name: "forbidden", path: "/forbidden" },
    { name: "not-found", path: "/nothing/here" },
  ];
}

/** Has `op1` delete one memory, so that there is a receipt to look at. @returns the number of the deletion */
export async function leaveReceipt(story: Story): Promise<string> {
  // Another level each time: what was erased once is refused when it is said again.
  const level = `P${Date.now()}`;
  const made = await story.assistant.post<{ memory: { memory_id: string } }>("/memories", {
    scope: "user:op1",
    subject: "user:op1",
    predicate: `parking_${level}`,
    value: level,
    statement: `Parks on level ${level}.`,
    source: { type: "user_statement", quote: `I park on level ${level}.` },
  });
  const deletion = await story.assistant.post<{ deletion_id: string }>("/deletions", {
    selector: { memory_ids: [made.memory.memory_id] },
  });
  return deletion.deletion_id;
}
