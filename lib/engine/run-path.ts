import type { EndedRun } from "@/lib/contracts/runs";
import type { Engine } from "@/lib/engine/engine";
import { EngineError, notFound } from "@/lib/engine/errors";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { jobCall } from "@/lib/engine/model/job-call";
import { hasRole, holdsScope } from "@/lib/engine/model/principal";
import { endRun } from "@/lib/engine/revise/end-run";
import { findRunEnd, isRunKnown, listSilentRuns } from "@/lib/store/run/run-records";

const HOUR = 3_600_000;
/** Silence after which a run counts as over. */
const SILENCE = 24 * HOUR;
/** How often one tenant's runs are looked through: the end is dated by the silence, not by the look. */
const LOOK_EVERY = 10 * 60_000;
const MOST_ENDED = 50;

export type RunPath = Pick<Engine, "endRun"> & {
  /** Ends the runs that have fallen silent. @returns how many */
  endSilentRuns(tenantId: string): Promise<number>;
};

/** A run's memories end with the run: when it is told to, or after a day of silence. */
export function createRunPath(
  deps: EngineDeps & { indexMemories(tenantId: string, memoryIds: readonly string[]): Promise<unknown> },
): RunPath {
  const { database, ports } = deps;
  const looked = new Map<string, number>();

  return {
    async endRun(call, runId): Promise<EndedRun> {
      const { principal } = call;
      const { tenantId } = principal;
      const scope = `run:${runId}`;
      if (!holdsScope(principal.scopes, scope) && !hasRole(principal, "reviewer", "admin"))
        throw notFound("run");
      if (principal.writeMode !== "full")
        throw new EngineError("write_mode_forbids", "This key does not end runs.");
      const done = await database.withTenant(tenantId, async (tx) => {
        const before = await findRunEnd(tx, tenantId, scope);
        if (before === null && !(await isRunKnown(tx, tenantId, scope))) throw notFound("run");
        const at = ports.clock.now();
        const ended =
          before === null
            ? await endRun(tx, ports, call, { scope, endedAt: at, reasonCode: "run_ended" })
            : null;
        return { endedAt: (await findRunEnd(tx, tenantId, scope)) ?? at, ended };
      });
      if (done.ended && done.ended.length > 0) await deps.indexMemories(tenantId, done.ended);
      return { scope, ended_at: done.endedAt.toISOString(), ended_now: done.ended?.length ?? 0 };
    },

    async endSilentRuns(tenantId) {
      const now = ports.clock.now().getTime();
      const last = looked.get(tenantId);
      if (last !== undefined && now >= last && now - last < LOOK_EVERY) return 0;
      looked.set(tenantId, now);
      const call = jobCall(tenantId, "runs", ports.newId("req"));
      const silent = await database.withTenant(tenantId, (tx) =>
        listSilentRuns(tx, tenantId, new Date(now - SILENCE), MOST_ENDED),
      );
      let count = 0;
      for (const { scope, lastHeard } of silent) {
        const endedAt = new Date(lastHeard.getTime() + SILENCE);
        const ended = await database.withTenant(tenantId, (tx) =>
          endRun(tx, ports, call, { scope, endedAt, reasonCode: "run_silent" }),
        );
        if (ended === null) continue;
        count += 1;
        if (ended.length > 0) await deps.indexMemories(tenantId, ended);
      }
      return count;
    },
  };
}
