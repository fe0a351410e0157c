import type { SourceType } from "@/lib/contracts/common";
import type { CreateAgentInput, CreateKeyInput, CreateUserInput } from "@/lib/contracts/principals";
import type { AgentName } from "@/lib/cli/demo/script";

/** The three projects of the story. */
export const LIBRARY = "project:library";
export const EXHIBIT = "project:exhibit";
export const NEWSLETTER = "project:newsletter";

export const DEMO_USERS: readonly Omit<CreateUserInput, "tenant" | "password">[] = [
  {
    email: "user@demo.keepsake",
    external_id: "lin",
    display_name: "林晓",
    roles: ["user"],
    scopes: [LIBRARY, EXHIBIT, NEWSLETTER],
    locale: "zh-CN",
    time_zone: "Asia/Shanghai",
  },
  {
    email: "op1@demo.keepsake",
    external_id: "op1",
    display_name: "Ada Brandt",
    roles: ["user", "reviewer", "privacy_officer"],
    locale: "en",
    time_zone: "Europe/Berlin",
  },
  {
    email: "op2@demo.keepsake",
    external_id: "op2",
    display_name: "Ben Okafor",
    roles: ["user", "reviewer", "privacy_officer"],
    locale: "en",
    time_zone: "Europe/London",
  },
  {
    email: "viewer@demo.keepsake",
    external_id: "viewer",
    display_name: "Vera Novak",
    roles: ["user", "viewer"],
    locale: "en",
    time_zone: "Europe/Prague",
  },
  {
    email: "admin@demo.keepsake",
    external_id: "admin",
    display_name: "Arun Patel",
    roles: ["user", "admin"],
    locale: "en",
    time_zone: "Asia/Kolkata",
  },
];

/** Hears people and relays what they approve. */
const RELAYS: SourceType[] = [
  "user_confirmation",
  "approval",
  "user_statement",
  "internal_tool",
  "import",
  "agent_inference",
  "external_content",
];
const HEARS: SourceType[] = ["user_statement", "internal_tool", "agent_inference", "external_content"];

export interface DemoAgent extends Omit<CreateAgentInput, "tenant"> {
  short: AgentName;
  keys: readonly (Pick<CreateKeyInput, "name"> & { days?: number; revoked?: boolean })[];
}

export const DEMO_AGENTS: readonly DemoAgent[] = [
  {
    short: "research",
    name: "研究助手",
    scopes: ["user:*", "project:*", "team:*"],
    source_types: RELAYS,
    write_mode: "full",
    keys: [{ name: "研究助手 · 主密钥" }, { name: "旧笔记本", revoked: true }],
  },
  {
    short: "writing",
    name: "Writing assistant",
    scopes: ["user:*", "project:*"],
    source_types: RELAYS,
    write_mode: "full",
    keys: [{ name: "editor plug-in" }],
  },
  {
    short: "trips",
    name: "行程管家",
    scopes: ["user:*"],
    source_types: HEARS,
    write_mode: "full",
    keys: [{ name: "行程管家 · 手机端", days: 90 }],
  },
  {
    short: "build",
    name: "Build Bot",
    scopes: ["project:*"],
    source_types: ["internal_tool", "system_event", "agent_inference"],
    write_mode: "full",
    keys: [{ name: "pipeline" }],
  },
  {
    short: "reader",
    name: "网页阅读器",
    scopes: ["project:*", "user:*"],
    source_types: ["external_content"],
    write_mode: "full",
    keys: [{ name: "网页阅读器" }],
  },
  {
    short: "draft",
    name: "Draft Reviewer",
    scopes: ["project:*", "user:*"],
    source_types: HEARS,
    write_mode: "propose",
    keys: [],
  },
  {
    short: "health",
    name: "健康小记",
    scopes: ["user:lin"],
    purposes: ["health"],
    source_types: HEARS,
    write_mode: "full",
    keys: [{ name: "手表同步", days: 365 }],
  },
];
