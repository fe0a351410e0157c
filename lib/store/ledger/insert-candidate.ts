import type { GateVerdict } from "@/lib/contracts/memories";
import type { Tx } from "@/lib/store/client";
import { holdRows } from "@/lib/store/hold-rows";
import { encryptsEverything } from "@/lib/store/sealing/encrypts-everything";
import type { Sealer } from "@/lib/store/sealing/seal-rows";
import { candidates, gateDecisions } from "@/lib/store/schema/ledger";

export type NewCandidate = Omit<typeof candidates.$inferInsert, "keyId" | "sealed" | "proposal"> & {
  proposal: Record<string, unknown> | null;
};

/**
 * A proposal with every gate's verdict and what became of it.
 * @param sealer of whom it concerns, when it is to be kept encrypted
 * @throws Error before a proposal is written in clear where everything is to be encrypted
 */
export async function insertCandidate(
  tx: Tx,
  candidate: NewCandidate,
  verdicts: readonly GateVerdict[],
  sealer: Sealer | null = null,
): Promise<void> {
  const rows = verdicts.map((verdict, position) => ({
    tenantId: candidate.tenantId,
    candidateId: candidate.candidateId,
    position,
    gate: verdict.gate,
    verdict: verdict.verdict,
    code: verdict.code,
    reason: verdict.reason,
  }));
  if (candidate.proposal && sealer === null && (await encryptsEverything(tx, candidate.tenantId)))
    throw new Error("where everything is kept encrypted, a proposal is never written in clear");
  holdRows(tx, candidates, candidate.tenantId, [sealProposal(candidate, sealer)]);
  holdRows(tx, gateDecisions, candidate.tenantId, rows);
}

/** Whom it is about stays readable: an erasure of everything about them must find it. */
export function sealProposal(candidate: NewCandidate, sealer: Sealer | null): typeof candidates.$inferInsert {
  const { proposal } = candidate;
  if (sealer === null || proposal === null) return candidate;
  return {
    ...candidate,
    proposal: { subject: proposal.subject ?? null, sensitivity: proposal.sensitivity ?? "high" },
    ...sealer.seal("candidates", candidate.candidateId, proposal),
  };
}
