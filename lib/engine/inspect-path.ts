import { decodePosition, listMemories } from "@/lib/store/memory/list-memories";
import { toFactKey } from "@/lib/engine/policy/fold-name";
import { resolveSubject } from "@/lib/engine/resolve/resolve-subject";
import { resolveFact } from "@/lib/store/memory/resolve-fact";
import { readHistory } from "@/lib/store/memory/read-history";
import { readMemories, readMemory } from "@/lib/store/memory/read-memories";
import { readEvent } from "@/lib/store/ledger/read-event";
import { findMemoryPlace } from "@/lib/store/memory/find-memory-place";
import { listPausedSubjects } from "@/lib/store/memory/read-controls";
import { listPausedNow } from "@/lib/store/search/prepare-search";
import type { Tx } from "@/lib/store/client";
import type { Engine } from "@/lib/engine/engine";
import { EngineError, notFound } from "@/lib/engine/errors";
import { agentOf, holdsScope, isOperator, maySee, type Principal } from "@/lib/engine/model/principal";
import { hideHigh, hideHighEvent, hideHighHistory } from "@/lib/engine/policy/hide-high";
import { isWithheld } from "@/lib/store/erasure/withhold-memories";
import type { EngineDeps } from "@/lib/engine/model/deps";

export type InspectPath = Pick<
  Engine,
  "getMemory" | "getHistory" | "listMemories" | "resolveFact" | "getEvent"
>;

/** Looking at what stands: by id, by fact, as a list, on either clock. What a caller may not see does not exist for them. */
export function createInspectPath(deps: EngineDeps): InspectPath {
  const { database, ports } = deps;

  /** What an agent reads by other ways than a recall is as paused as that. People see their own, and operators the tenant's. */
  async function isPaused(
    tx: Tx,
    principal: Principal,
    place: { scope: string; subject: string | null },
  ): Promise<boolean> {
    const agentId = agentOf(principal);
    if (agentId === null) return false;
    const people = [place.scope, place.subject].filter((name) => name?.startsWith("user:") ?? false);
    const now = ports.clock.now();
    return (await listPausedSubjects(tx, principal.tenantId, people as string[], now, agentId)).length > 0;
  }

  return {
    async getMemory(call, memoryId) {
      const { principal } = call;
      const memory = await database.withTenant(principal.tenantId, async (tx) => {
        const found = await readMemory(tx, principal.tenantId, memoryId, ports.clock.now());
        if (found === null || (await hidesFrom(tx, principal, memoryId))) return null;
        return (await isPaused(tx, principal, found)) ? null : found;
      });
      if (!memory || !maySee(principal, memory)) throw notFound("memory");
      return hideHigh(principal, memory);
    },

    async getHistory(call, memoryId) {
      const { principal } = call;
      return database.withTenant(principal.tenantId, async (tx) => {
        const place = await findMemoryPlace(tx, principal.tenantId, memoryId);
        if (!place || place.status === "deleted" || !maySee(principal, place)) throw notFound("memory");
        if (await isPaused(tx, principal, place)) throw notFound("memory");
        if (await hidesFrom(tx, principal, memoryId)) throw notFound("memory");
        const history = await readHistory(tx, principal.tenantId, place.factId, ports.clock.now());
        return hideHighHistory(principal, history);
      });
    },

    async listMemories(call, query) {
      const { principal } = call;
      const after = query.cursor === undefined ? null : decodePosition(query.cursor);
      if (query.cursor !== undefined && after === null) {
        throw new EngineError("meaningless", "This cursor was not given out by this server.", {
          fields: [{ path: "cursor", message: "use next_cursor of an earlier answer" }],
        });
      }
      const namesForeignScope = query.scope !== undefined && !holdsScope(principal.scopes, query.scope);
      if (namesForeignScope && !isOperator(principal) && query.subject !== principal.self) {
        throw new EngineError("scope_not_allowed", "This key does not hold that scope.");
      }
      const now = ports.clock.now();
      const page = await database.withTenant(principal.tenantId, async (tx) => {
        const agentId = agentOf(principal);
        const paused = agentId === null ? [] : await listPausedNow(tx, principal.tenantId, now, agentId);
        return listMemories(tx, principal, query, { after, limit: query.limit ?? 50, paused }, now);
      });
      return { ...page, items: page.items.map((memory) => hideHigh(principal, memory)) };
    },

    async resolveFact(call, query) {
      const { principal } = call;
      if (!maySee(principal, { scope: query.scope, subject: query.subject })) {
        throw new EngineError("scope_not_allowed", "This key does not hold that scope.");
      }
      const now = ports.clock.now();
      const validAt = query.valid_at ? new Date(query.valid_at) : now;
      const knownAt = query.known_at ? new Date(query.known_at) : null;
      return database.withTenant(principal.tenantId, async (tx) => {
        const subject = await resolveSubject(tx, principal.tenantId, query.scope, query.subject);
        if (await isPaused(tx, principal, { scope: query.scope, subject }))
          return { memory: null, alternatives: [], conflict: false };
        const key = toFactKey({ ...query, subject, instance: "" });
        const { holders, challengers } = await resolveFact(tx, principal.tenantId, key, validAt, knownAt);
        const found = await readMemories(tx, principal.tenantId, [...holders, ...challengers], {
          now,
          validAt,
          knownAt,
        });
        const [memory, ...others] = found.map((one) => hideHigh(principal, one));
        return { memory: memory ?? null, alternatives: others, conflict: challengers.length > 0 };
      });
    },

    async getEvent(call, eventId) {
      const { principal } = call;
      const event = await database.withTenant(principal.tenantId, async (tx) => {
        const found = await readEvent(tx, principal.tenantId, eventId);
        return found && (await isPaused(tx, principal, found)) ? null : found;
      });
      if (!event || !maySee(principal, event)) throw notFound("event");
      return hideHighEvent(principal, event);
    },
  };
}

/** An agent does not see what waits for its erasure; people do, who may take it back. */
async function hidesFrom(tx: Tx, principal: Principal, memoryId: string): Promise<boolean> {
  return principal.actor.kind === "agent" && isWithheld(tx, principal.tenantId, memoryId);
}
