import { rootOf } from "@/lib/engine/policy/source-roots";

/** Who said something and where from, as far as it is known. */
export interface Voice {
  eventId: string;
  writerId: string;
  uri: string | null;
  ref: string | null;
  sessionId: string | null;
}

/**
 * How many voices are independent: whoever shares a writer, a host, a document or a session speaks as one, and so do two
 * that each share something with a third. Pure.
 */
export function countIndependent(voices: readonly Voice[]): number {
  const groups: Set<string>[] = [];
  for (const voice of voices) {
    const marks = marksOf(voice);
    const joined = groups.filter((group) => marks.some((mark) => group.has(mark)));
    const merged = new Set([...marks, ...joined.flatMap((group) => [...group])]);
    for (const group of joined) groups.splice(groups.indexOf(group), 1);
    groups.push(merged);
  }
  return groups.length;
}

function marksOf(voice: Voice): string[] {
  const host = rootOf("host", voice);
  const ref = rootOf("ref", voice);
  return [
    `event ${voice.eventId}`,
    `writer ${voice.writerId}`,
    ...(host ? [`host ${host.value}`] : []),
    ...(ref ? [`ref ${ref.value}`] : []),
    ...(voice.sessionId === null ? [] : [`session ${voice.sessionId}`]),
  ];
}
