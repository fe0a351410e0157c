import type { LocomoConversation } from "@/lib/cli/import/read-locomo";
import type { Engine } from "@/lib/engine/engine";
import type { CallContext } from "@/lib/engine/model/context";

export interface TimeQuestion {
  kind: "date" | "month" | "span" | "days ago" | "weeks ago" | "months ago" | "sessions ago";
  text: string;
  right: Set<string>;
}
export interface TimeMeasured {
  kind: TimeQuestion["kind"];
  recall: number;
  precision: number;
}

const DAY = 86_400_000;
const MOST = 200;
const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);
const WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const monthOf = (at: Date) => at.toISOString().slice(0, 7);
const say = (at: Date) => `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
const sayMonth = (at: Date) => `${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
const sayChinese = (at: Date) => `${at.getUTCFullYear()}年${at.getUTCMonth() + 1}月${at.getUTCDate()}日`;
const mondayOf = (at: Date) => {
  const day = Math.floor(at.getTime() / DAY);
  return day - ((day + 3) % 7);
};

/**
 * Questions that name a time and nothing else, made from when the talks of a conversation took place, with the turns of
 * that time by the calendar alone. Asked on the day after the last talk.
 */
export function askAboutTimes(conversation: LocomoConversation): { at: Date; questions: TimeQuestion[] } {
  const turns = conversation.turns.map(({ turnId, event }) => ({
    turnId,
    at: new Date(event.occurred_at ?? 0),
    session: event.session_id ?? "",
  }));
  const sessions = [...new Map(turns.map((turn) => [turn.session, turn.at])).entries()];
  const last = Math.max(...turns.map(({ at }) => at.getTime()));
  const at = new Date(Math.floor(last / DAY) * DAY + DAY + 12 * 3_600_000);
  const questions: TimeQuestion[] = [];
  const add = (kind: TimeQuestion["kind"], text: string, fits: (turn: (typeof turns)[number]) => boolean) => {
    const right = new Set(turns.filter(fits).map(({ turnId }) => turnId));
    if (right.size > 0 && right.size <= MOST) questions.push({ kind, text, right });
  };
  sessions.forEach(([session, start], index) => {
    const onDay = (turn: { at: Date }) => dayOf(turn.at) === dayOf(start);
    const inMonth = (turn: { at: Date }) => monthOf(turn.at) === monthOf(start);
    const back = Math.floor((at.getTime() - start.getTime()) / DAY + 0.5);
    switch (index % 8) {
      case 0:
        add("date", `What did we talk about on ${say(start)}?`, onDay);
        break;
      case 1:
        add("date", `${sayChinese(start)}我们聊了什么？`, onDay);
        break;
      case 2:
        add("month", `What happened in ${sayMonth(start)}?`, inMonth);
        break;
      case 3: {
        const from = new Date(Math.floor(start.getTime() / DAY) * DAY);
        const to = new Date(from.getTime() + 13 * DAY);
        add(
          "span",
          `What was said between ${say(from)} and ${say(to)}?`,
          (turn) => turn.at >= from && turn.at.getTime() < to.getTime() + DAY,
        );
        break;
      }
      case 4: {
        const days = Math.round((Math.floor(at.getTime() / DAY) * DAY - Date.parse(dayOf(start))) / DAY);
        add("days ago", `What did we discuss ${days} days ago?`, onDay);
        break;
      }
      case 5: {
        const weeks = Math.round((mondayOf(at) - mondayOf(start)) / 7);
        add(
          "weeks ago",
          weeks === 1 ? "What happened last week?" : `What happened ${weeks} weeks ago?`,
          (turn) => mondayOf(turn.at) === mondayOf(start),
        );
        break;
      }
      case 6: {
        const months =
          (at.getUTCFullYear() - start.getUTCFullYear()) * 12 + at.getUTCMonth() - start.getUTCMonth();
        if (months > 0 && back > 0)
          add("months ago", `What did we talk about ${WORDS[months] ?? months} months ago?`, inMonth);
        break;
      }
      default: {
        const ago = sessions.length - index;
        add(
          "sessions ago",
          ago === 1
            ? "What was said in the last session?"
            : `What did we discuss ${WORDS[ago] ?? ago} sessions ago?`,
          (turn) => turn.session === session,
        );
      }
    }
  });
  return { at, questions };
}

/** How much of what took place then was found, and how much of what was found took place then. */
export async function measureTimes(
  engine: Engine,
  call: CallContext,
  conversations: readonly LocomoConversation[],
  turnOf: ReadonlyMap<string, string>,
): Promise<TimeMeasured[]> {
  const measured: TimeMeasured[] = [];
  for (const conversation of conversations) {
    const { at, questions } = askAboutTimes(conversation);
    for (const { kind, text, right } of questions) {
      const { snippets } = await engine.retrieve(call, {
        query: text,
        intent: "recall_episode",
        scopes: [conversation.scope],
        valid_at: at.toISOString(),
        k: MOST,
        token_budget: 200_000,
      });
      const found = new Set(snippets.flatMap(({ event_ids }) => turnOf.get(event_ids[0] ?? "") ?? []));
      const hits = [...found].filter((id) => right.has(id)).length;
      measured.push({
        kind,
        recall: hits / right.size,
        precision: found.size === 0 ? 0 : hits / found.size,
      });
    }
  }
  return measured;
}
