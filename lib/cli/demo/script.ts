import { EVENT_SHAPES } from "@/lib/engine/policy/event-shapes";
import type { SourceType } from "@/lib/contracts/common";
import type { EventInput } from "@/lib/contracts/events";
import type { AmendInput, AmendVerb, Candidate } from "@/lib/contracts/memories";
import type { CreateDeletionInput } from "@/lib/contracts/deletions";
import type { RetrievalInput } from "@/lib/contracts/retrievals";

/** Who acts in the story: agents by a short name, people by the external id of their account. */
export type AgentName = "research" | "writing" | "trips" | "build" | "reader" | "draft" | "health";
export type PersonName = "lin" | "op1";
export type ActorName = AgentName | PersonName;

/** So many days before the first start, at this time in Shanghai; or so many hours before it. */
export type When = readonly [day: number, time: string] | { hoursAgo: number };

/** A step's key names what it wrote for the steps after it. */
interface Base {
  key: string;
  when: When;
  by: ActorName;
}
export interface RecordStep extends Base {
  does: "record";
  event: Omit<EventInput, "idempotency_key" | "occurred_at">;
  /** The moment that two sources both name; else the step's own. */
  occurred?: When;
  /** In which time the candidate holds, when that is not from the step's moment on. */
  from?: When;
  to?: When;
}
export interface AmendStep extends Base {
  does: "amend";
  verb: AmendVerb;
  /** Key of the step that wrote the memory. */
  target: string;
  input: AmendInput;
  /** A correction that holds from an earlier (or later) moment. */
  from?: When;
  /** When it ends, for `expire`. */
  ends?: When;
}
export interface RecallStep extends Base {
  does: "recall";
  input: RetrievalInput;
  /** Keys of memories the agent says it used, as far as they were packed. */
  used?: Readonly<Record<string, "helped" | "neutral" | "harmed" | "contradicted">>;
  /** Reads as of, or as known at, another moment of the story. */
  validAt?: When;
  knownAt?: When;
}
export interface EraseStep extends Base {
  does: "erase";
  /** Keys of memories, or a selector. */
  targets?: readonly string[];
  selector?: CreateDeletionInput["selector"];
  windowSeconds: number;
}
export type Step = RecordStep | AmendStep | RecallStep | EraseStep;

/** One thing to remember, as told by somebody. */
export interface Telling {
  key: string;
  when: When;
  by: ActorName;
  predicate: string;
  statement: string;
  /** The person's or the page's own words; else the statement. */
  words?: string;
  value?: Candidate["value"];
  topic?: string;
  more?: Partial<Candidate>;
  occurred?: When;
  from?: When;
  to?: When;
  session?: string;
  /** Where a tool or a page has it from. */
  ref?: string;
  uri?: string;
}

/** Tellings about one subject in one scope, by the kind of source they come from. */
export function about(place: { scope: string; subject: string }) {
  const tell =
    (sourceType: SourceType) =>
    (telling: Telling): RecordStep => {
      const { key, when, by, words, statement } = telling;
      const quoted = ["agent_inference", "internal_tool", "system_event", "import"].includes(sourceType)
        ? {}
        : { quote: words ?? statement };
      return {
        does: "record",
        key,
        when,
        by,
        ...(telling.occurred && { occurred: telling.occurred }),
        ...(telling.from && { from: telling.from }),
        ...(telling.to && { to: telling.to }),
        event: {
          ...EVENT_SHAPES[sourceType],
          ...place,
          ...(telling.session && { session_id: telling.session }),
          source: {
            type: sourceType,
            ...(telling.ref && { ref: telling.ref }),
            ...(telling.uri && { uri: telling.uri }),
          },
          content: words ?? statement,
          candidates: [
            {
              ...place,
              predicate: telling.predicate,
              value: telling.value ?? statement,
              statement,
              ...(telling.topic && { topic: telling.topic }),
              source: { type: sourceType, ...quoted, ...(telling.ref && { ref: telling.ref }) },
              ...telling.more,
            },
          ],
        },
      };
    };
  return {
    said: tell("user_statement"),
    confirmed: tell("user_confirmation"),
    approved: tell("approval"),
    guessed: tell("agent_inference"),
    measured: tell("internal_tool"),
    happened: tell("system_event"),
    imported: tell("import"),
    readOn: tell("external_content"),
  };
}

/** Something that was done and how it ended: kept as an episode. */
export interface Happening {
  key: string;
  when: When;
  by: ActorName;
  scope: string;
  subject?: string;
  /** What is told of it, in somebody's words. */
  words: string;
  episode: NonNullable<EventInput["episode"]>;
  source?: SourceType;
  session?: string;
}

export function episode(happening: Happening): RecordStep {
  const { key, when, by, scope, subject, words, source = "internal_tool", session } = happening;
  return {
    does: "record",
    key,
    when,
    by,
    event: {
      type: source === "user_statement" ? "feedback" : "task_outcome",
      actor: source === "user_statement" ? "user" : "tool",
      scope,
      subject: subject ?? scope,
      ...(session && { session_id: session }),
      source: { type: source },
      content: words,
      remember_as: "episode",
      episode: happening.episode,
    },
  };
}
