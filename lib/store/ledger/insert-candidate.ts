import type { GateVerdict } from "@/lib/contracts/memories";
import type { Tx } from "@/lib/store/client";
import { sendTogether } from "@/lib/store/send-together";
import { candidates, gateDecisions } from "@/lib/store/schema/ledger";

export type NewCandidate = typeof candidates.$inferInsert;

/** A proposal with every gate's verdict and what became of it. */
export async function insertCandidate(
  tx: Tx,
  candidate: NewCandidate,
  verdicts: readonly GateVerdict[],
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
  await sendTogether([
    tx.insert(candidates).values(candidate),
    ...(rows.length > 0 ? [tx.insert(gateDecisions).values(rows)] : []),
  ]);
}
