/** What an agent does with a memory, in the order in which it begins to. */
export const GUIDE_STEPS = ["try", "record", "remember", "ask", "use", "correct", "forget"] as const;
export type GuideStep = (typeof GUIDE_STEPS)[number];

export interface GuideCall {
  step: GuideStep;
  method: "GET" | "POST";
  /** Below /api/v1; what stands in braces comes from an answer before it. */
  path: string;
  body: Record<string, unknown> | null;
}

/**
 * The calls of the guide, as they are shown and as a test sends them, one after another: an example that the interface
 * would refuse does not get far.
 */
export const GUIDE_CALLS: readonly GuideCall[] = [
  { step: "try", method: "GET", path: "/whoami", body: null },
  {
    step: "record",
    method: "POST",
    path: "/events",
    body: {
      events: [
        {
          type: "message",
          scope: "project:atlas",
          actor: "user",
          source: { type: "user_statement" },
          content: "From now on, write overviews of 1,500 words in this project.",
        },
      ],
    },
  },
  {
    step: "remember",
    method: "POST",
    path: "/memories",
    body: {
      scope: "project:atlas",
      subject: "project:atlas",
      predicate: "database",
      value: "PostgreSQL",
      statement: "The project uses PostgreSQL.",
      source: { type: "user_statement", quote: "We use PostgreSQL." },
    },
  },
  {
    step: "ask",
    method: "POST",
    path: "/retrievals",
    body: { query: "Which database do we design for?", scopes: ["project:atlas"], token_budget: 800 },
  },
  {
    step: "use",
    method: "POST",
    path: "/retrievals/{retrieval_id}/usage",
    body: { used: [{ memory_id: "{memory_id}", outcome: "helped" }] },
  },
  {
    step: "correct",
    method: "POST",
    path: "/memories/{memory_id}/correct",
    body: {
      value: "MySQL",
      statement: "The project moved to MySQL.",
      source: { type: "user_statement", quote: "We moved to MySQL." },
    },
  },
  { step: "forget", method: "POST", path: "/deletions", body: { selector: { memory_ids: ["{memory_id}"] } } },
];

/** A call as somebody types it. */
export function toCommand({ method, path, body }: GuideCall): string {
  const address = `"$KEEPSAKE_URL/api/v1${path}"`;
  const key = '-H "Authorization: Bearer $KEY"';
  if (body === null) return `curl -sS ${address} ${key}`;
  const json = JSON.stringify(body, null, 2).replaceAll("'", "'\\''");
  return `curl -sS -X ${method} ${address} ${key} \\\n  -H "Content-Type: application/json" -d '${json}'`;
}
