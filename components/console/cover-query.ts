import { coverText } from "@/components/console/shown-memory";
import type { RetrievalTrace } from "@/lib/contracts/retrievals";

/** The parts of a request that are somebody's words. */
const WORDS = ["query", "entities", "task_type"];

/** A trace with the request's words covered, wherever they stand in it; everything that was counted stays. */
export function coverQuery(trace: RetrievalTrace): RetrievalTrace {
  const received = Object.fromEntries(
    Object.entries(trace.context.received).map(([name, value]) => [
      name,
      WORDS.includes(name) ? cover(value) : value,
    ]),
  );
  const query = trace.context.query === null ? null : coverText(trace.context.query);
  return { ...trace, context: { ...trace.context, query, received } } as RetrievalTrace;
}

function cover(value: unknown): unknown {
  if (typeof value === "string") return coverText(value);
  return Array.isArray(value) ? value.map(cover) : value;
}
