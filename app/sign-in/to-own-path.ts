// Any origin does: only whether the value leaves it matters.
const OWN = "http://own.invalid";

/**
 * Where to go after signing in: a path of these pages with its query and fragment, or `/` for everything else.
 * Browsers drop tabs and line ends from an address and read a backslash as a slash, so that `/⇥/elsewhere` is another
 * site: what holds a control character or a backslash is refused before it is read as an address.
 */
export function toOwnPath(value: unknown): string {
  if (typeof value !== "string" || !value.startsWith("/")) return "/";
  if (/[\p{Cc}\\]/u.test(value)) return "/";
  const url = URL.canParse(value, OWN) ? new URL(value, OWN) : null;
  if (url?.origin !== OWN) return "/";
  const path = url.pathname + url.search + url.hash;
  // `/.//elsewhere` stays here when read once, and leaves when what it came to is read again.
  return path.startsWith("//") ? "/" : path;
}
