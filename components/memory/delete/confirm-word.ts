import type { DeletionChoice } from "@/lib/contracts/pages";

/** Either language will do, whatever the page is shown in. */
export const DELETE_WORDS = ["DELETE", "删除"] as const;

/** What has to be typed: the name of the topic or the agent, or the word for deleting. */
export function wordFor(choice: DeletionChoice, agentName: string | null, deleteWord: string): string {
  if (choice.scope === "topic" && choice.topic !== "") return choice.topic;
  if (choice.scope === "agent" && agentName !== null) return agentName;
  return deleteWord;
}

/** Whether the typed word is the one that was asked for; nothing is typed for single memories. */
export function isConfirmed(choice: DeletionChoice, agentName: string | null, typed: string): boolean {
  if (choice.scope === "ids") return true;
  const word = typed.normalize("NFKC").trim();
  return DELETE_WORDS.some((own) => wordFor(choice, agentName, own).normalize("NFKC").trim() === word);
}
