import type { CallContext } from "@/lib/engine/model/context";
import { listRoots } from "@/lib/engine/policy/source-roots";
import type { EnginePorts } from "@/lib/engine/ports";
import type { Tx } from "@/lib/store/client";
import { isAnyBlocked } from "@/lib/store/review/blocked-sources";

/** Whether a reviewer refused where this comes from: its host, a path above it, its reference, or its writer. */
export function isSourceBlocked(
  tx: Tx,
  ports: EnginePorts,
  call: CallContext,
  event: { sourceUri: string | null; sourceRef: string | null },
  ref: string | null,
): Promise<boolean> {
  const { tenantId, actor } = call.principal;
  // A person on a page is no source that can be blocked; what they may do hangs on their account.
  if (actor.kind !== "agent") return Promise.resolve(false);
  return isAnyBlocked(tx, tenantId, digestRoots(ports, call, event, ref));
}

/** Keyed digests of all by which this could be refused. */
export function digestRoots(
  ports: EnginePorts,
  call: CallContext,
  event: { sourceUri: string | null; sourceRef: string | null },
  ref: string | null,
): string[] {
  const { tenantId, actor } = call.principal;
  const roots = [
    ...listRoots({ uri: event.sourceUri, ref: event.sourceRef, writerId: actor.id }),
    ...(ref !== null && ref !== event.sourceRef
      ? listRoots({ uri: null, ref, writerId: actor.id }).slice(1)
      : []),
  ];
  return roots.map((root) => ports.keys.digest(tenantId, "source", root.kind, root.value));
}
