/** A path with the parts of a query that say something; what is empty is left out, so that addresses stay readable. */
export function toAddress(path: string, query: Record<string, string | null | undefined>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value) search.set(key, value);
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}
