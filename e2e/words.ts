import english from "../lib/contracts/messages/en.json" with { type: "json" };
import chinese from "../lib/contracts/messages/zh-CN.json" with { type: "json" };

export type Language = "en" | "zh-CN";

/** A wording by its key (`actions.delete`), so that journeys read what the page reads. @throws when there is none */
export function word(language: Language, key: string): string {
  let value: unknown = language === "en" ? english : chinese;
  for (const part of key.split(".")) value = (value as Record<string, unknown> | undefined)?.[part];
  if (typeof value !== "string") throw new Error(`no wording ${key}`);
  return value;
}
