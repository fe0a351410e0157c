import type { Route } from "next";
import Link from "next/link";

/** Where an object of the audit log can be looked at; what has no page of its own has no link. */
const PAGES: Record<string, (id: string) => string> = {
  agent: () => "/console/agents",
  key: () => "/console/agents",
  user: () => "/console/members",
  approval: (id) => `/console/approvals/${id}`,
  quarantine: (id) => `/console/quarantine/${id}`,
  memory: (id) => `/console/memories/${id}`,
  subject: (id) => `/console/subjects/${encodeURIComponent(id)}`,
  deletion: (id) => `/console/deletions/${id}`,
  conflict: (id) => `/console/conflicts/${id}`,
  retrieval: (id) => `/console/traces/${id}`,
  policy: (id) => `/console/policies/${id}`,
};

export function ObjectLink({ type, id, kind }: { type: string; id: string; kind: string }) {
  const href = PAGES[type]?.(id);
  const words = (
    <>
      <span className="block">{kind}</span>
      <code className="font-mono text-12 break-all">{id}</code>
    </>
  );
  return href ? (
    <Link href={href as Route} className="block text-accent hover:underline">
      {words}
    </Link>
  ) : (
    <span className="block">{words}</span>
  );
}
