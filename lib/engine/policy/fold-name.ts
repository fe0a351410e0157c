import { SCOPE_TYPES } from "@/lib/contracts/choices";
import type { FactKey } from "@/lib/engine/model/fact-state";

const ENTITY = "entity:";

/** Whether a subject is a typed reference with an id of its own (`user:ID`, `project:ID` …): ids are never folded. */
export function isTypedReference(subject: string): boolean {
  return SCOPE_TYPES.some((type) => subject.startsWith(`${type}:`));
}

/** The name in a subject that is a name: `entity:Zeus` and `Zeus` are the same one. */
export function nameOf(subject: string): string {
  return subject.startsWith(ENTITY) ? subject.slice(ENTITY.length) : subject;
}

/**
 * One spelling for all of a name: case, width, space, hyphens, apostrophes and closing punctuation aside. What tells two
 * names apart stays: "C++" is not "C", "Node 20" is not "Node 22", "3.10" is not "3.1".
 */
export function foldName(name: string): string {
  const plain = name
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .toLowerCase();
  const folded = plain
    .replace(/['’‘`´]/gu, "")
    .replace(/[_\-‐‑–—/\\·•・]+/gu, " ")
    .replace(/[.,;:!?…。、，；：！？]+(?=\s|$)/gu, " ")
    .replace(/["“”«»「」『』()[\]{}<>《》]/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
  return folded === "" ? plain.trim() : folded;
}

/** What a fact's subject is looked up by. */
export function subjectKey(subject: string): string {
  return isTypedReference(subject) ? subject : `${ENTITY}${foldName(nameOf(subject))}`;
}

/** What a fact's predicate is looked up by: "Article header" and "article_header" are one. */
export function predicateKey(predicate: string): string {
  const folded = predicate
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_-]+/gu, "_");
  return folded.replace(/^_+|_+$/gu, "") || folded;
}

export function toFactKey(place: Pick<FactKey, "scope" | "subject" | "predicate" | "instance">): FactKey {
  const { scope, subject, predicate, instance } = place;
  return {
    scope,
    subject,
    predicate,
    subjectKey: subjectKey(subject),
    predicateKey: predicateKey(predicate),
    instance,
  };
}
