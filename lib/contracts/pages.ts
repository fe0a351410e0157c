import { DENSITIES, MEMORY_SORTS, THEMES } from "@/lib/contracts/choices";
import { z } from "zod";
import { confirmation, cursor, idOf, type Page, status, timeZone } from "@/lib/contracts/common";
import type { Memory } from "@/lib/contracts/memories";
import type { DeletionCounts } from "@/lib/contracts/deletions";
import { agentId, locale } from "@/lib/contracts/principals";
import type { Approval, Conflict } from "@/lib/contracts/reviews";
import type { Controls } from "@/lib/contracts/subjects";

/** What the pages ask of the services, beyond what agents can ask. Browser-safe. */

export interface Actor {
  kind: string;
  id: string;
  name: string | null;
}

export const memorySort = z.enum(MEMORY_SORTS);

/**
 * A person's own list. Without `status`, `include_inactive` decides whether what no longer applies (replaced, expired,
 * withdrawn, held, waiting, archived) is listed beside what is active.
 */
export const listMyMemoriesQuery = z.strictObject({
  q: z.string().max(500).optional(),
  topic: z.string().max(120).optional(),
  agent: z.string().max(60).optional(),
  status: status.optional(),
  confirmation: confirmation.optional(),
  include_inactive: z.boolean().optional(),
  sort: memorySort.optional(),
  dir: z.enum(["asc", "desc"]).optional(),
  cursor: cursor.optional(),
  limit: z.number().int().min(1).max(200).optional(),
});
export type ListMyMemoriesQuery = z.infer<typeof listMyMemoriesQuery>;

/** Counts are of everything the person may see, whatever the filter, save `total`, which is of the filter. */
export interface MyMemories extends Page<Memory> {
  counts: { active: number; inactive: number };
  /** Active memories by topic, most first. `topic` is null for those without one. */
  topics: { topic: string | null; count: number }[];
  /** Who wrote them. */
  agents: { id: string; name: string | null; count: number }[];
}

export interface MyOverview {
  /** The moment these numbers hold for. */
  as_of: string;
  paused: boolean;
  /** Agents of the organisation that may read something of this person. */
  agents: number;
  counts: { active: number; inactive: number; inferred: number };
  last_change_at: string | null;
  topics: { topic: string | null; count: number; newest: Memory }[];
  changed: { memory: Memory; at: string }[];
  used: { memory: Memory; at: string; actor: Actor }[];
  deletions_open: number;
  /** Conclusions and questions that wait for this person. */
  to_review: number;
}

/** `used`: the agent said so. `provided`: packed, and the agent reported on others. `unknown`: no report at all. */
export interface MemoryUse {
  retrieval_id: string;
  at: string;
  actor: Actor;
  /** The request's words; null once erased. */
  query: string | null;
  use: "used" | "provided" | "unknown";
  outcome: "helped" | "neutral" | "harmed" | "contradicted" | null;
}

export interface ConsoleOverview {
  as_of: string;
  memories: { active: number; inferred: number; pending_approval: number; quarantined: number };
  conflicts_open: number;
  agents: { total: number; with_live_key: number };
  retrievals_24h: { total: number; empty: number; degraded: number };
  deletions: { open: number; failed: number };
  jobs_failing: number;
  /** Since when the one waits that has waited longest; null where nothing does. */
  oldest: Record<
    "pending" | "quarantined" | "conflicts" | "deletionsFailed" | "deletionsOpen" | "jobsFailing",
    string | null
  >;
}

/** What a person wants gone of their own: `topic: ""` is what has none. */
export const deletionChoice = z.discriminatedUnion("scope", [
  z.strictObject({ scope: z.literal("ids"), ids: z.array(idOf("mem")).min(1).max(200) }),
  z.strictObject({ scope: z.literal("topic"), topic: z.string().max(120) }),
  z.strictObject({ scope: z.literal("agent"), agent: agentId }),
  z.strictObject({ scope: z.literal("all") }),
]);
export type DeletionChoice = z.infer<typeof deletionChoice>;

export interface MyDeletionPreview {
  affected: DeletionCounts;
  /** Of an agent's memories: its name. */
  agent_name: string | null;
  /** Whether this person has a password here that is asked for again. */
  asks_password: boolean;
  cancel_window_s: number;
}

/** What an agent may do with one person's memories, and what it did. */
export interface MyAgent {
  agent_id: string;
  name: string;
  reads: boolean;
  writes: "full" | "propose" | "none";
  /** It may bring the person's own words, which count as theirs. */
  relays: boolean;
  /** It may use memories for these alone; null: for any. */
  purposes: string[] | null;
  /** It holds a key that works. */
  connected: boolean;
  paused_since: string | null;
  /** Versions it wrote that are still kept, and those of them in force. */
  written: number;
  held: number;
  last_wrote_at: string | null;
  /** When it last reported having used something. */
  last_used_at: string | null;
}

export const ACTIVITY_KINDS = [
  "learned",
  "changed",
  "used",
  "viewed",
  "exported",
  "deleted",
  "settings",
] as const;
export const activityKind = z.enum(ACTIVITY_KINDS);
export type ActivityKind = z.infer<typeof activityKind>;

/** One thing that somebody did with a person's memories. `code` names the sentence the pages say it in. */
export interface ActivityEntry {
  id: string;
  at: string;
  kind: ActivityKind;
  code: string;
  actor: Actor;
  via: string;
  /** What it was done to; `words` is null once erased, and when it was to nothing of the kind. */
  memory: { memory_id: string; words: string | null } | null;
  /** How many memories, where one act was about several. */
  count: number | null;
  deletion_id: string | null;
  /** Another agent that a setting is about. */
  about_agent: { id: string; name: string | null } | null;
}
export interface MyActivity {
  items: ActivityEntry[];
  next_cursor: string | null;
}
export const listActivityQuery = z.strictObject({
  kind: activityKind.optional(),
  agent: z.string().max(60).optional(),
  memory: z.string().max(60).optional(),
  cursor: cursor.optional(),
  limit: z.number().int().min(1).max(200).optional(),
});
export type ListActivityQuery = z.infer<typeof listActivityQuery>;

/** Something that only the person concerned can say. */
export type ReviewItem =
  | { kind: "guess"; id: string; memory: Memory }
  | { kind: "proposal"; id: string; approval: Approval }
  | { kind: "pair"; id: string; reason_code: string; memory: Memory; other: Memory }
  | { kind: "conflict"; id: string; conflict: Conflict };

export interface MyReview {
  items: ReviewItem[];
  /** Exact, also where there are more than `items` holds. */
  total: number;
}

export interface MySettings {
  controls: Controls;
  /** Topics that this person's memories have, beside those of the policy. */
  own_topics: { topic: string; count: number }[];
  /** False for who signs in elsewhere. */
  has_password: boolean;
}

/** How a person wants the pages to be; kept with their account, so that another device shows them the same way. */
export const preferences = z.object({
  /** Null: never chosen, so that each browser keeps its own. */
  theme: z.enum(THEMES).nullable().catch(null),
  density: z.enum(DENSITIES).catch("regular"),
  /** Whether single keys do anything on the pages. */
  shortcuts: z.boolean().catch(true),
});
export type Preferences = z.infer<typeof preferences>;

export const TRACE_FLAGS = ["empty", "degraded", "conflict"] as const;
/** Which retrievals a list shows; `to` is exclusive. */
export interface TraceFilter {
  agent?: string | undefined;
  flag?: (typeof TRACE_FLAGS)[number] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export const updateProfileInput = z.strictObject({
  locale: locale.optional(),
  time_zone: timeZone.optional(),
  theme: z.enum(THEMES).optional(),
  density: z.enum(DENSITIES).optional(),
  shortcuts: z.boolean().optional(),
});
export type UpdateProfileInput = z.infer<typeof updateProfileInput>;
