import { listPlainWords } from "@/lib/engine/policy/analyse-text";
import { findSessions, type SessionOrder } from "@/lib/engine/policy/time/find-sessions";
import { parseTime, type TimeMention } from "@/lib/engine/policy/time/parse-time";
import { timeBounds } from "@/lib/engine/policy/time/time-bounds";

/** From here on a reading may decide what is looked at; below it, only what comes first. */
const SURE = 0.65;
/** Below this a reading decides nothing. */
const HELPFUL = 0.5;

export interface AskedTimes {
  /** What the question is about and nothing else: a hard range. */
  range: { from: Date | null; to: Date | null } | null;
  /** Or a talk, by its place in the order of talks; `ago` 1 is the last one. */
  session: { ago: number } | { ordinal: number } | null;
  /** What comes first. */
  preferred: { from: Date; to: Date }[];
  /** Each reading and what was made of it. */
  mentions: { mention: TimeMention; effect: "filter" | "boost" | "none" }[];
  /** The words that are left to search by, when the time is all else; null: the whole question. */
  rest: string | null;
}

/** Words that ask for whatever there is. */
const ANYTHING = new Set(
  (
    "talk talked talking talks discuss discussed discussing discussion say said saying speak spoke chat chatted mention mentioned " +
    "happen happened happening happens go went going tell told remember remembered recall summarise summarize summary conversation " +
    "conversations session sessions meeting chats event events episode episodes thing things anything everything something topic topics " +
    "stuff matter matters note notes write wrote record recorded list show give date day time month week year back all any come came up " +
    "exactly long ago entries entry see seen found find get got new take took place occur occurred begin began start started ever around " +
    "about 聊 聊天 聊了 谈 谈了 谈话 说 说了 说过 讲 讲了 讨论 讨论了 发生 发生了 做 做了 做过 事 事情 事儿 内容 话题 记得 记录 告诉 提到 提过 总结 " +
    "对话 会话 哪些 些 回忆 一下 列出 有关 关于 情况 经历 过 时 时候 那 天 那天 当时 所有 全部 都 交流 沟通 通话 会议 里 次"
  ).split(" "),
);
const CAPITAL = /^\p{Lu}/u;

/** What a question says of when, and whether that is all it asks by. Pure. */
export function readTimes(question: string, context: { at: Date; zone: string }): AskedTimes {
  const sessions = findSessions(question);
  const times = parseTime(question, { ...context, direction: "past" })
    .filter((one) => sessions.every((session) => one.end <= session.start || one.start >= session.end))
    .map(asAsked);
  const rest = cutOut(question, [...times, ...sessions]);
  const names = rest
    .split(/[^\p{L}\p{N}\p{M}'’-]+/u)
    .filter((word, index) => CAPITAL.test(word) && index > 0 && listPlainWords(word).length > 0);
  const named = new Set(names.flatMap((name) => listPlainWords(name)));
  const about = listPlainWords(rest).filter((word) => !ANYTHING.has(word) && !named.has(word));
  const onlyTime = about.length === 0;
  const [first] = times;
  const session = sessions.length === 1 && times.length === 0 ? sessions[0] : undefined;
  const sure = times.length === 1 && sessions.length === 0 && (first?.confidence ?? 0) >= SURE;
  const filters = onlyTime && (sure || session !== undefined);
  return {
    range: filters && sure && first ? timeBounds(first) : null,
    session: filters && session ? orderOf(session.sessions) : null,
    preferred: filters ? [] : times.filter((one) => one.confidence >= HELPFUL).flatMap(closed),
    mentions: times.map((mention) => ({
      mention,
      effect: filters && sure ? "filter" : mention.confidence >= HELPFUL ? "boost" : "none",
    })),
    rest: filters ? names.join(" ") : null,
  };
}

/** "Our talk from last week" asks for that week, not for what came of it. */
function asAsked(mention: TimeMention): TimeMention {
  const since = mention.relation === "from" && /^from\b(?!.*\bon(?:wards?)?$)/iu.test(mention.text);
  return since ? { ...mention, relation: "at" } : mention;
}

function orderOf(order: SessionOrder): { ago: number } | { ordinal: number } {
  return order === "last" ? { ago: 1 } : order;
}

/** "Since June" prefers nothing in particular: its range has no end. */
function closed(mention: TimeMention): { from: Date; to: Date }[] {
  const { from, to } = timeBounds(mention);
  return from === null || to === null ? [] : [{ from, to }];
}

function cutOut(text: string, spans: readonly { start: number; end: number }[]): string {
  return [...spans]
    .sort((a, b) => b.start - a.start)
    .reduce((left, { start, end }) => `${left.slice(0, start)} ${left.slice(end)}`, text)
    .replace(/\b(?:in|on|at|during|from|over|around|about|within|for)\s*(?=[?.!]?\s*$)/iu, "");
}
