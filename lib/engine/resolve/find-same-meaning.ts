import type { Proposal } from "@/lib/engine/model/proposal";
import { listLexemes } from "@/lib/engine/policy/analyse-text";
import { compareMeaning, listNumbers } from "@/lib/engine/policy/compare-meaning";
import { subjectKey } from "@/lib/engine/policy/fold-name";
import type { EnginePorts } from "@/lib/engine/ports";
import type { Tx } from "@/lib/store/client";
import { findNeighbours } from "@/lib/store/memory/find-neighbours";

/** More neighbours than this are not compared: the newest count. */
const MOST_COMPARED = 50;
/** More questions than this about one memory help nobody. */
const MOST_QUESTIONS = 3;

/** Another memory that may say what is being written. */
export interface Question {
  otherId: string;
  score: number;
  reasonCode: "close_words" | "same_value" | "opposite";
}

export interface SameMeaning {
  /** Says the same: what is written is one more source for it. */
  same: { memoryId: string; factId: string } | null;
  questions: Question[];
}

/**
 * A keyed digest that memories have in common which may say the same; null for what is never compared. Other numbers are
 * other facts, so most of a scope need not be looked at.
 */
export function digestMeaning(
  ports: EnginePorts,
  tenantId: string,
  proposal: Pick<Proposal, "scope" | "kind" | "sensitivity" | "statement">,
  subject: string,
): string | null {
  const { scope, kind, sensitivity, statement } = proposal;
  if (kind === "episodic" || sensitivity === "high") return null;
  return ports.keys.digest(tenantId, "meaning", scope, kind, listNumbers({ subject, statement }));
}

/** No fact has this key: does another one in the same scope, about the same subject, say it in other words? */
export async function findSameMeaning(
  tx: Tx,
  tenantId: string,
  proposal: Proposal,
  subject: string,
  meaningDigest: string | null,
  margin: number,
): Promise<SameMeaning> {
  if (meaningDigest === null) return { same: null, questions: [] };
  const said = {
    subject,
    predicate: proposal.predicate,
    value: proposal.value,
    statement: proposal.statement,
  };
  const neighbours = await findNeighbours(
    tx,
    tenantId,
    {
      scope: proposal.scope,
      subject,
      subjectKey: subjectKey(subject),
      kind: proposal.kind,
      meaningDigest,
      lexemes: listLexemes(
        `${proposal.statement} ${typeof proposal.value === "string" ? proposal.value : ""}`,
      ),
    },
    MOST_COMPARED,
  );
  const questions: Question[] = [];
  for (const other of neighbours) {
    const close = compareMeaning(said, { ...other, subject }, margin);
    if (close.kind === "same") return { same: other, questions: [] };
    if (close.kind === "possible")
      questions.push({ otherId: other.memoryId, score: close.score, reasonCode: close.code });
  }
  questions.sort((a, b) => b.score - a.score);
  return { same: null, questions: questions.slice(0, MOST_QUESTIONS) };
}
