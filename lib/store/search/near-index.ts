import { sha256Hex } from "@/lib/platform/hashing";

/** From so many vectors on a scope has an index of its own; exact below, where that is as fast. */
export const NEAR_FROM = 10_000;
/** An index that stands is kept down to this share of them, so that a scope at the border does not come and go. */
export const NEAR_KEPT = 0.8;
/** How many neighbours are asked of it: the hard filter looks at each, so more than are wanted. */
export const NEAREST = 200;
/** Where more of them are wanted than this, all vectors of the scope are compared. */
export const MOST_WANTED = 120;

/** What a search may ask of such an index: one scope, one model, what is in force. */
export interface NearPlace {
  tenantId: string;
  model: string;
  scope: string;
}

/** Names are ours, made of digests: a scope may be called anything. */
export function nameNearIndex({ tenantId, model, scope }: NearPlace): string {
  return `${prefixOf(tenantId)}${sha256Hex(`${model}\n${scope}`).slice(0, 24)}`;
}

export function prefixOf(tenantId: string): string {
  return `near_${sha256Hex(tenantId).slice(0, 16)}_`;
}

/**
 * The rows of the index, as a condition: in its definition and, word for word, in the search. As text, because a plan
 * that is made once knows no parameters, and without them no such index.
 */
export function nearRows({ tenantId, model, scope }: NearPlace): string {
  return `tenant_id = ${quote(tenantId)} and model = ${quote(model)} and scope = ${quote(scope)} and state = 'live'`;
}

/** A text literal, whatever the setting of standard_conforming_strings. @throws Error for what no text can hold */
export function quote(text: string): string {
  if (text.includes("\0")) throw new Error("no text holds a null character");
  const doubled = text.replaceAll("'", "''");
  return text.includes("\\") ? `E'${doubled.replaceAll("\\", "\\\\")}'` : `'${doubled}'`;
}
