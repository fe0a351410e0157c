import type { EventInput } from "@/lib/contracts/events";
import { type Candidate, candidate as candidateShape } from "@/lib/contracts/memories";
import { classifyCandidate } from "@/lib/engine/extract/classify-candidate";
import type { Extracted } from "@/lib/engine/extract/extract-by-rules";
import { type EpisodeEvent, toEpisodeProposal } from "@/lib/engine/extract/to-episode-proposal";
import { tellEpisode } from "@/lib/engine/extract/tell-episode";

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === "object" && !Array.isArray(value);
const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.slice(0, 2_000) : undefined;

/** Facts a record may state at once; a table is not a set of memories. */
const MOST_FACTS = 20;

/**
 * Content with fields: `{fact: {predicate, value}}` or `{facts: […]}` says what it means; the outcome of a task with
 * its cause or fix is an episode. Everything else is data, and is left where it is.
 */
export function readFactObjects(event: EventInput, observed: EpisodeEvent, extractor: string): Extracted[] {
  const { content } = observed;
  if (!isFields(content)) return [];
  const listed = Array.isArray(content.facts) ? content.facts : isFields(content.fact) ? [content.fact] : [];
  const found = listed
    .filter(isFields)
    .slice(0, MOST_FACTS)
    .flatMap((fields, at) => toProposal(event, observed, extractor, fields, at));
  const episode = event.type === "task_outcome" ? toEpisode(event, observed, extractor, content) : [];
  return [...found, ...episode];
}

function toProposal(
  event: EventInput,
  observed: EpisodeEvent,
  extractor: string,
  fields: Fields,
  at: number,
): Extracted[] {
  const parsed = candidateShape.safeParse({
    scope: event.scope,
    subject: textOf(fields.subject) ?? event.subject ?? event.scope,
    predicate: fields.predicate,
    value: fields.value,
    ...(textOf(fields.statement) ? { statement: textOf(fields.statement) } : {}),
    source: { type: observed.sourceType, ...(event.source.ref ? { ref: event.source.ref } : {}) },
  });
  if (!parsed.success) return [];
  const candidate: Candidate = parsed.data;
  const proposal = classifyCandidate(candidate, observed.sourceType, extractor, candidate.subject);
  return [
    {
      kind: "proposal",
      corrects: null,
      proposal: {
        ...proposal,
        key: `${extractor}/fact_object/${at}`,
        writeReason: "extracted: fact_object",
      },
    },
  ];
}

function toEpisode(
  event: EventInput,
  observed: EpisodeEvent,
  extractor: string,
  content: Fields,
): Extracted[] {
  const task = textOf(content.task);
  const outcome = textOf(content.outcome) ?? textOf(content.status) ?? textOf(content.result);
  // A task without its end is no experience; one that the event already carries as an episode is not told twice.
  if (!task || !outcome || event.remember_as === "episode") return [];
  const cause = textOf(content.cause) ?? textOf(content.error);
  const fix = textOf(content.fix) ?? textOf(content.resolution);
  const verifier = textOf(content.verifier);
  const episode = {
    task,
    outcome,
    ...(cause && { cause }),
    ...(fix && { fix }),
    ...(verifier && { verifier }),
  };
  const proposal = toEpisodeProposal(event, { ...observed, episode: null, content: tellEpisode(episode) });
  return [
    {
      kind: "proposal",
      corrects: null,
      proposal: {
        ...proposal,
        extractor,
        episode,
        key: `${extractor}/episode/0`,
        writeReason: "extracted: episode",
      },
    },
  ];
}
