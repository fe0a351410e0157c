import { EngineError } from "@/lib/engine/errors";
import { agentOf, holdsScope, type Principal } from "@/lib/engine/model/principal";
import type { Tx } from "@/lib/store/client";
import { listPausedSubjects } from "@/lib/store/memory/read-controls";

/** The credential writes at all. @throws EngineError `write_mode_forbids` */
export function requireWriteMode(principal: Principal): void {
  if (principal.writeMode === "none")
    throw new EngineError("write_mode_forbids", "This key may read but not write.");
}

/**
 * Before anything is stored: the credential writes at all, holds the scope, and nobody concerned has paused.
 * @throws EngineError `write_mode_forbids`, `scope_not_allowed`, `memory_paused`
 */
export async function requireMayWrite(
  tx: Tx,
  principal: Principal,
  places: readonly { scope: string; subject: string | null }[],
  now: Date,
): Promise<void> {
  requireWriteMode(principal);
  for (const place of places) {
    if (!holdsScope(principal.scopes, place.scope)) {
      throw new EngineError("scope_not_allowed", "This key does not hold the scope it tried to write to.");
    }
  }
  await requireNotPaused(tx, principal.tenantId, places, now, agentOf(principal));
}

/** @throws EngineError `memory_paused` when a person whose memory this is has paused it, for everybody or for this agent */
export async function requireNotPaused(
  tx: Tx,
  tenantId: string,
  places: readonly { scope: string; subject: string | null }[],
  now: Date,
  agentId: string | null = null,
): Promise<void> {
  const people = new Set(
    places
      .flatMap((place) => [place.scope, place.subject])
      .filter((name): name is string => name?.startsWith("user:") ?? false),
  );
  const paused = await listPausedSubjects(tx, tenantId, [...people], now, agentId);
  if (paused.length > 0) {
    throw new EngineError("memory_paused", "The person concerned has paused memory: nothing was stored.");
  }
}
