import { normaliseText } from "@/lib/engine/policy/normalise-value";

export type RootKind = "host" | "uri" | "ref" | "writer";
export interface SourceRoot {
  kind: RootKind;
  value: string;
}

/** Where an event came from, as far as its writer said. */
export interface SourceOrigin {
  uri: string | null;
  ref: string | null;
  writerId: string;
}

function parseUri(uri: string): { host: string; path: string[] } | null {
  try {
    const url = new URL(uri.includes("://") ? uri : `https://${uri}`);
    const host = url.hostname
      .toLowerCase()
      .replace(/^www\./, "")
      .replace(/\.$/, "");
    return host === "" ? null : { host, path: url.pathname.split("/").filter((part) => part !== "") };
  } catch {
    return null;
  }
}

const MOST_STEPS = 12;

/** Every root that an origin stands under: its host and the domains above it, each prefix of its path, its reference, its writer. */
export function listRoots(origin: SourceOrigin): SourceRoot[] {
  const roots: SourceRoot[] = [{ kind: "writer", value: origin.writerId }];
  if (origin.ref !== null) roots.push({ kind: "ref", value: rootOfRef(origin.ref) });
  const uri = origin.uri === null ? null : parseUri(origin.uri);
  if (uri) {
    const labels = uri.host.split(".");
    for (let i = 0; i < labels.length && i < MOST_STEPS; i++)
      roots.push({ kind: "host", value: labels.slice(i).join(".") });
    for (let i = 1; i <= uri.path.length && i <= MOST_STEPS; i++)
      roots.push({ kind: "uri", value: `${uri.host}/${uri.path.slice(0, i).join("/")}` });
  }
  return roots;
}

/** The very root that is meant: a whole host, a path with all below it, a document without its fragment. Null when there is none. */
export function rootOf(kind: RootKind, origin: SourceOrigin): SourceRoot | null {
  if (kind === "writer") return { kind, value: origin.writerId };
  if (kind === "ref") return origin.ref === null ? null : { kind, value: rootOfRef(origin.ref) };
  const uri = origin.uri === null ? null : parseUri(origin.uri);
  if (!uri) return null;
  return kind === "host"
    ? { kind, value: uri.host }
    : { kind, value: `${uri.host}/${uri.path.slice(0, MOST_STEPS).join("/")}` };
}

function rootOfRef(ref: string): string {
  return normaliseText(ref.split(/[#?]/)[0] ?? ref);
}
