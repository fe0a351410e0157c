import { toLocalField } from "@/components/memory/to-instant";
import type { ActivityEntry } from "@/lib/contracts/pages";

/** One line of the page: an entry, and how many more of the same kind it stands for. */
export interface ActivityGroupLine {
  entry: ActivityEntry;
  times: number;
  /** When the oldest of them was. */
  since: string;
}

/** Repeated recalls by one agent on one day are one line; everything else stands for itself. */
function isRepeat(one: ActivityEntry, other: ActivityEntry): boolean {
  return (
    one.kind === "used" &&
    other.kind === "used" &&
    one.actor.id === other.actor.id &&
    (one.memory?.memory_id ?? null) === (other.memory?.memory_id ?? null)
  );
}

/** By day in the reader's zone, newest first, in the order given. */
export function groupActivity(
  items: readonly ActivityEntry[],
  zone: string,
): { key: string; lines: ActivityGroupLine[] }[] {
  const days: { key: string; lines: ActivityGroupLine[] }[] = [];
  for (const entry of items) {
    const key = toLocalField(new Date(entry.at), zone).slice(0, 10);
    let day = days.at(-1);
    if (day?.key !== key) {
      day = { key, lines: [] };
      days.push(day);
    }
    const repeated = day.lines.find((line) => isRepeat(line.entry, entry));
    if (repeated) {
      repeated.times += 1;
      repeated.since = entry.at;
    } else day.lines.push({ entry, times: 1, since: entry.at });
  }
  return days;
}
