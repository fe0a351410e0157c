/**
 * What a page took from its address, without the words that no column can hold (NUL, half a surrogate pair): a mistyped
 * parameter means its default, never a failure.
 */
export function dropUnstorable<T extends object>(input: T): T {
  const kept = Object.entries(input).filter(([, value]) => typeof value !== "string" || isStorable(value));
  return Object.fromEntries(kept) as T;
}

export const isStorable = (text: string): boolean => !text.includes("\u0000") && !/\p{Surrogate}/u.test(text);
