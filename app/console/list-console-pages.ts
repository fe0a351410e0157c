import type { Role } from "@/lib/contracts/principals";

export const OPERATORS = [
  "viewer",
  "reviewer",
  "privacy_officer",
  "admin",
] as const satisfies readonly Role[];

/** Every page of the console in its group, and who may open it. The services behind a page ask again. */
export const CONSOLE_PAGES = [
  { group: "overview", key: "overview", path: "/console", roles: OPERATORS },
  { group: "work", key: "approvals", path: "/console/approvals", roles: OPERATORS },
  { group: "work", key: "quarantine", path: "/console/quarantine", roles: OPERATORS },
  { group: "work", key: "conflicts", path: "/console/conflicts", roles: OPERATORS },
  { group: "memory", key: "memoriesOf", path: "/console/memories", roles: OPERATORS },
  { group: "memory", key: "subjects", path: "/console/subjects", roles: OPERATORS },
  { group: "retrieval", key: "traces", path: "/console/traces", roles: OPERATORS },
  { group: "lifecycle", key: "deletions", path: "/console/deletions", roles: OPERATORS },
  { group: "lifecycle", key: "holds", path: "/console/holds", roles: OPERATORS },
  { group: "lifecycle", key: "jobs", path: "/console/jobs", roles: OPERATORS },
  { group: "lifecycle", key: "health", path: "/console/health", roles: OPERATORS },
  { group: "control", key: "agents", path: "/console/agents", roles: OPERATORS },
  { group: "control", key: "policies", path: "/console/policies", roles: ["admin"] },
  { group: "control", key: "members", path: "/console/members", roles: ["admin"] },
  { group: "control", key: "audit", path: "/console/audit", roles: OPERATORS },
] as const;

export type ConsolePage = (typeof CONSOLE_PAGES)[number];
export type ConsoleGroup = ConsolePage["group"];

/** The pages that somebody with these roles may open, in their groups; a group without a page is left out. */
export function listConsolePages(roles: readonly Role[]): { key: ConsoleGroup; pages: ConsolePage[] }[] {
  const groups = new Map<ConsoleGroup, ConsolePage[]>();
  for (const page of CONSOLE_PAGES) {
    if (!page.roles.some((role) => roles.includes(role))) continue;
    groups.set(page.group, [...(groups.get(page.group) ?? []), page]);
  }
  return [...groups].map(([key, pages]) => ({ key, pages }));
}
