import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { LocomoConversation } from "@/lib/cli/import/read-locomo";

const trajectory = z.object({
  message_list: z.array(z.object({ mid: z.number(), message: z.string(), time: z.string() })),
  question_list: z.array(z.object({ question: z.string(), target_step_id: z.array(z.number()) })),
});
const histories = z.record(z.string(), z.array(trajectory));

/** Short Chinese histories in MemDaily's shape, each a conversation of its own. `histories.json` in the folder. */
export async function loadMemdaily(folder: string): Promise<LocomoConversation[]> {
  const kinds = histories.parse(JSON.parse(await readFile(join(folder, "histories.json"), "utf8")));
  return Object.entries(kinds).flatMap(([kind, list]) =>
    list.map((one, index): LocomoConversation => {
      const name = `${kind}-${index}`;
      return {
        name,
        scope: `project:${name}`,
        turns: one.message_list.map(({ mid, message, time }) => ({
          turnId: `${name}:${mid}`,
          event: {
            idempotency_key: `memdaily/${name}/${mid}`,
            type: "message",
            occurred_at: toInstant(time),
            scope: `project:${name}`,
            actor: "user",
            source: { type: "import", ref: String(mid) },
            content: message,
            remember_as: "episode",
          },
        })),
        questions: one.question_list.map(({ question, target_step_id }) => ({
          text: question,
          category: 10 + Number(kind.slice(0, 2)),
          evidence: target_step_id.map((mid) => `${name}:${mid}`),
        })),
      };
    }),
  );
}

/** "2024年04月01日 周一 08:30", on a clock eight hours ahead. */
function toInstant(text: string): string {
  const match = /(\d{4})年(\d{2})月(\d{2})日.*?(\d{2}):(\d{2})/.exec(text);
  if (!match) throw new Error(`not a time: ${text}`);
  const [, year, month, day, hour, minute] = match;
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:00+08:00`).toISOString();
}
