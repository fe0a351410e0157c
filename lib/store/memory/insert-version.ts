import type { Tx } from "@/lib/store/client";
import { sendTogether } from "@/lib/store/send-together";
import { memories, memoryContents, memorySources } from "@/lib/store/schema/memory";

export type NewMemory = typeof memories.$inferInsert;
export type NewContent = typeof memoryContents.$inferInsert;
export type NewSource = typeof memorySources.$inferInsert;

/** One version: its claim, what it says, and the event it rests on. Never updated but in its state. */
export async function insertVersion(
  tx: Tx,
  memory: NewMemory,
  content: NewContent,
  source: NewSource,
): Promise<void> {
  await sendTogether([
    tx.insert(memories).values(memory),
    tx.insert(memoryContents).values(content),
    tx.insert(memorySources).values(source),
  ]);
}

/** One more piece of evidence for or against a version; the same event counts once. */
export async function insertSource(tx: Tx, source: NewSource): Promise<void> {
  await tx.insert(memorySources).values(source).onConflictDoNothing();
}
