import type { BlockedSource } from "@/lib/contracts/reviews";
import type { Engine } from "@/lib/engine/engine";
import { EngineError, notFound } from "@/lib/engine/errors";
import type { CallContext } from "@/lib/engine/model/context";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { hasRole, isOperator } from "@/lib/engine/model/principal";
import { maskSecrets } from "@/lib/engine/policy/detect-secrets";
import { rootOf } from "@/lib/engine/policy/source-roots";
import { blockSource } from "@/lib/engine/review/block-source";
import { recordReview } from "@/lib/engine/review/record-review";
import { liftBlock, listBlockIds, readBlocks } from "@/lib/store/review/blocked-sources";
import { decodeReviewPosition } from "@/lib/store/review/page-of-ids";

const DEFAULT_LIMIT = 50;

export type SourcePath = Pick<Engine, "listBlockedSources" | "blockSource" | "liftBlock">;

/** Which sources nothing is taken from. Operators see them, reviewers and administrators change them. */
export function createSourcePath(deps: EngineDeps): SourcePath {
  const { database, ports } = deps;

  function requireJudge(call: CallContext): void {
    if (call.principal.actor.kind === "user" && hasRole(call.principal, "reviewer", "admin")) return;
    throw new EngineError("not_entitled", "Only a reviewer or an administrator may do this.");
  }

  return {
    async listBlockedSources(call, query) {
      if (!isOperator(call.principal)) throw new EngineError("not_entitled", "Only an operator sees these.");
      const after = query.cursor === undefined ? null : decodeReviewPosition(query.cursor);
      if (query.cursor !== undefined && after === null)
        throw new EngineError("meaningless", "This cursor is not one of ours.");
      const { tenantId } = call.principal;
      return database.withTenant(tenantId, async (tx) => {
        const page = await listBlockIds(tx, tenantId, after, query.limit ?? DEFAULT_LIMIT);
        return { items: await readBlocks(tx, tenantId, page.ids), next_cursor: page.next, total: page.total };
      });
    },

    async blockSource(call, input): Promise<BlockedSource> {
      requireJudge(call);
      const { kind, value } = input;
      const root = rootOf(kind, { uri: value, ref: value, writerId: value });
      if (!root) {
        throw new EngineError("meaningless", "This names no source.", {
          fields: [{ path: "value", message: "a host or an address is needed" }],
        });
      }
      const { tenantId } = call.principal;
      return database.withTenant(tenantId, async (tx) => {
        const blockId = await blockSource(tx, ports, call, root, null);
        await recordReview(tx, ports, call, {
          objectType: "blocked_source",
          objectId: blockId,
          memoryIds: [],
          action: "block",
          audit: "source.block_given_reason",
          reason: maskSecrets(input.reason).text,
          details: { kind },
        });
        const [block] = await readBlocks(tx, tenantId, [blockId]);
        if (!block) throw notFound("block");
        return block;
      });
    },

    async liftBlock(call, blockId, input): Promise<BlockedSource> {
      const { tenantId } = call.principal;
      requireJudge(call);
      return database.withTenant(tenantId, async (tx) => {
        if (!(await liftBlock(tx, tenantId, blockId, ports.clock.now()))) throw notFound("block");
        await recordReview(tx, ports, call, {
          objectType: "blocked_source",
          objectId: blockId,
          memoryIds: [],
          action: "lift",
          audit: "source.block_lifted",
          reason: maskSecrets(input.reason).text,
          details: {},
        });
        const [block] = await readBlocks(tx, tenantId, [blockId]);
        if (!block) throw notFound("block");
        return block;
      });
    },
  };
}
