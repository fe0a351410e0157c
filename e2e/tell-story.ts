import { type AgentClient, createAgentClient } from "./agent-client";

const DAY = 86_400_000;
/** A moment so many days ago: what the pages show is then neither all of today nor fixed to one calendar date. */
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();

interface Told {
  decision: { memory: { memory_id: string; state_revision: number } | null; outcome: string };
}

export interface Story {
  assistant: AgentClient;
  reader: AgentClient;
  /** Ids by a short name. */
  memories: Record<string, string>;
  traceId: string;
}

/**
 * What two agents learn about two people and a project, so that every page has something to show: confirmed, inferred
 * and observed memories, a fact that changed, one that ended, one that was withdrawn, and a recall with its use.
 */
export async function tellStory(options: { baseUrl: string; adminKey: string }): Promise<Story> {
  const all = [
    "user_statement",
    "user_confirmation",
    "agent_inference",
    "internal_tool",
    "external_content",
    "import",
  ];
  const assistant = await createAgentClient({
    ...options,
    tenant: "demo",
    name: "Trip planner",
    scopes: ["user:*", "project:*"],
    sourceTypes: all,
  });
  const reader = await createAgentClient({
    ...options,
    tenant: "demo",
    name: "Research assistant",
    scopes: ["user:*", "project:*"],
    sourceTypes: all,
  });
  const memories: Record<string, string> = {};

  async function remember(name: string, agent: AgentClient, candidate: Record<string, unknown>) {
    const answer = await agent.post<Told["decision"]>("/memories", candidate);
    if (answer.memory) memories[name] = answer.memory.memory_id;
  }
  const said = (quote: string) => ({ type: "user_statement", quote });
  const lin = { scope: "user:lin", subject: "user:lin" };
  const ada = { scope: "user:op1", subject: "user:op1" };

  await remember("seat", assistant, {
    ...lin,
    predicate: "seat_preference",
    value: "靠过道",
    statement: "乘飞机时喜欢靠过道的座位。",
    topic: "出行",
    source: said("以后订机票都选靠过道的座位。"),
    observed_at: ago(40),
    importance: 7,
  });
  await remember("report", reader, {
    ...lin,
    predicate: "report_length",
    value: "长",
    statement: "报告要写得详细，附上全部数据。",
    topic: "写作",
    source: said("报告请写详细一点，数据都附上。"),
    observed_at: ago(30),
    importance: 7,
  });
  await remember("report", reader, {
    ...lin,
    predicate: "report_length",
    value: "短",
    statement: "报告要写得简短，先说结论，数据放在附录。",
    topic: "写作",
    source: said("从现在起报告写短一点，先说结论，数据放附录。"),
    observed_at: ago(6),
    importance: 8,
  });
  await remember("diet", assistant, {
    ...lin,
    predicate: "diet",
    value: "不吃辣",
    statement: "可能不太能吃辣。",
    topic: "饮食",
    assertion: "inferred",
    source: { type: "agent_inference", quote: "连续三次点菜都选了不辣的。" },
    observed_at: ago(12),
  });
  await remember("city", assistant, {
    ...lin,
    predicate: "home_city",
    value: "杭州",
    statement: "住在杭州。",
    topic: "个人",
    source: said("我住在杭州。"),
    observed_at: ago(80),
  });
  await remember("meeting", reader, {
    ...lin,
    predicate: "meeting_time",
    value: "上午",
    statement: "会议尽量安排在上午十点之后。",
    topic: "工作",
    source: said("会议请安排在上午十点以后。"),
    observed_at: ago(20),
  });
  await remember("calendar", reader, {
    ...lin,
    predicate: "calendar_tool",
    value: "飞书",
    statement: "日程记录在飞书日历中。",
    topic: "工作",
    source: { type: "internal_tool", quote: "calendar.provider=feishu" },
    observed_at: ago(15),
  });
  await remember("editor", assistant, {
    ...ada,
    predicate: "editor",
    value: "Zed",
    statement: "Writes code in Zed, with Vim keys.",
    topic: "Work",
    source: said("I use Zed with Vim keys from now on."),
    observed_at: ago(25),
    importance: 6,
  });
  await remember("answers", reader, {
    ...ada,
    predicate: "answer_style",
    value: "thorough",
    statement: "Prefers thorough answers with every step.",
    topic: "Writing",
    source: said("Please always explain every step."),
    observed_at: ago(60),
    importance: 7,
  });
  await remember("answers", reader, {
    ...ada,
    predicate: "answer_style",
    value: "short",
    statement: "Prefers short answers with the conclusion first.",
    topic: "Writing",
    source: said("From now on keep answers short, conclusion first."),
    observed_at: ago(9),
    importance: 8,
  });
  await remember("timezone", reader, {
    ...ada,
    predicate: "working_hours",
    value: "late",
    statement: "Seems to work late in the evening.",
    topic: "Work",
    assertion: "inferred",
    source: { type: "agent_inference", quote: "Eleven of fourteen messages came after 20:00." },
    observed_at: ago(3),
  });
  await remember("trip", assistant, {
    ...ada,
    predicate: "next_trip",
    value: "Lisbon",
    statement: "Travels to Lisbon for a workshop.",
    topic: "Travel",
    source: said("I am going to Lisbon for the workshop."),
    observed_at: ago(50),
    valid_from: ago(50),
    valid_to: ago(10),
  });
  await remember("header", reader, {
    scope: "project:atlas",
    subject: "project:atlas",
    predicate: "article_header",
    value: ["title", "summary", "mechanism", "evidence", "limits", "sources", "date"],
    statement: "Articles of this project start with a header of seven fields.",
    topic: "Format",
    source: said("Approved: the seven-field header, for all articles of Atlas."),
    observed_at: ago(28),
    importance: 9,
  });
  await remember("database", reader, {
    scope: "project:atlas",
    subject: "project:atlas",
    predicate: "database",
    value: "PostgreSQL",
    statement: "The project stores its data in PostgreSQL.",
    topic: "Technology",
    source: said("We use PostgreSQL for Atlas."),
    observed_at: ago(70),
    importance: 7,
  });
  await remember("database", reader, {
    scope: "project:atlas",
    subject: "project:atlas",
    predicate: "database",
    value: "MySQL",
    statement: "The project stores its data in MySQL since the move.",
    topic: "Technology",
    source: said("We moved Atlas from PostgreSQL to MySQL."),
    observed_at: ago(14),
    importance: 8,
  });
  await remember("webpage", reader, {
    scope: "project:atlas",
    subject: "project:atlas",
    predicate: "audience",
    value: "engineers",
    statement: "A page says that the readers of Atlas are mostly engineers.",
    topic: "Audience",
    source: { type: "external_content", quote: "Atlas is read mostly by engineers." },
    observed_at: ago(5),
  });

  const recall = await reader.post<{ retrieval_id: string; snippets: { memory_id: string }[] }>(
    "/retrievals",
    {
      query: "Rewrite article A5 for Atlas: which header, which database, who reads it?",
      intent: "recover_decision",
      scopes: ["project:atlas", "user:op1"],
      risk_level: "low",
      require_confirmed: false,
      token_budget: 600,
      k: 4,
      explain: true,
    },
  );
  const [first] = recall.snippets;
  if (first) {
    await reader.post(`/retrievals/${recall.retrieval_id}/usage`, {
      used: [{ memory_id: first.memory_id, outcome: "helped" }],
    });
  }
  await assistant.post("/retrievals", {
    query: "订去北京的机票，座位怎么选？",
    scopes: ["user:lin"],
    risk_level: "low",
  });
  await reader.post("/retrievals", {
    query: "写一份周报",
    intent: "recover_preference",
    scopes: ["user:lin"],
  });
  await reader.post("/retrievals", {
    query: "Answer a question about caching",
    intent: "recover_preference",
    scopes: ["user:op1"],
  });
  return { assistant, reader, memories, traceId: recall.retrieval_id };
}
