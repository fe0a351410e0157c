import type { AddAliasInput, DecideDuplicateInput } from "@/lib/contracts/naming";
import type { Engine } from "@/lib/engine/engine";
import { EngineError, notFound } from "@/lib/engine/errors";
import type { CallContext } from "@/lib/engine/model/context";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { hasRole, holdsScope, maySee, type Principal } from "@/lib/engine/model/principal";
import { findReference } from "@/lib/engine/observe/find-reference";
import { decideReviewer, whyNot } from "@/lib/engine/policy/decide-reviewer";
import { isTypedReference, subjectKey, toFactKey } from "@/lib/engine/policy/fold-name";
import { requireCleanNames } from "@/lib/engine/policy/require-clean-names";
import { resolveSubject } from "@/lib/engine/resolve/resolve-subject";
import { mergeMemories } from "@/lib/engine/revise/merge-memories";
import { appendAudit } from "@/lib/store/audit";
import type { Tx } from "@/lib/store/client";
import { findMemoryPlace } from "@/lib/store/memory/find-memory-place";
import { openQuestion } from "@/lib/store/memory/find-neighbours";
import {
  type AliasRow,
  deleteAlias,
  ensureEntity,
  findAliasRow,
  findFactOfKey,
  findStandingMemory,
  insertAlias,
  listAliasRows,
  lockFactsNamed,
  moveAliases,
  refileFact,
} from "@/lib/store/naming/alias-records";
import { closeDuplicate, listDuplicateRows } from "@/lib/store/naming/duplicate-records";

const MOST_LISTED = 200;

export type NamingPath = Pick<
  Engine,
  "listAliases" | "addAlias" | "removeAlias" | "listDuplicates" | "decideDuplicate"
>;

type NamingDeps = EngineDeps & {
  indexMemories(tenantId: string, memoryIds: readonly string[]): Promise<unknown>;
};

/** Who else is meant by a name, and which two memories may be one: said by somebody entitled to, never guessed. */
export function createNamingPath(deps: NamingDeps): NamingPath {
  const { database, ports } = deps;

  async function audit(
    tx: Tx,
    call: CallContext,
    action: string,
    objectType: string,
    objectId: string,
    details: Record<string, string | number>,
  ): Promise<void> {
    await appendAudit(tx, call, {
      auditId: ports.newId("aud"),
      at: ports.clock.now(),
      action,
      objectType,
      objectId,
      details,
    });
  }

  /** Files what stands under a name under its subject; where that has the same fact already, a person is asked. */
  async function fileUnder(tx: Tx, call: CallContext, key: string, scope: string, subject: string) {
    const { tenantId } = call.principal;
    const moved: string[] = [];
    let filed = 0;
    let questions = 0;
    for (const fact of await lockFactsNamed(tx, tenantId, key, scope)) {
      const target = toFactKey({ ...fact, subject });
      const other = await findFactOfKey(tx, tenantId, target);
      if (other === null) {
        moved.push(
          ...(await refileFact(tx, tenantId, fact.factId, {
            subject,
            subjectKey: target.subjectKey,
            writtenSubject: fact.writtenSubject ?? fact.subject,
          })),
        );
        filed += 1;
        continue;
      }
      const [mine, theirs] = [
        await findStandingMemory(tx, tenantId, fact.factId),
        await findStandingMemory(tx, tenantId, other),
      ];
      if (mine === null || theirs === null || mine === theirs) continue;
      const duplicateId = ports.newId("dup");
      const pair = { duplicateId, scope: fact.scope, memoryId: mine, otherId: theirs };
      await openQuestion(tx, tenantId, { ...pair, reasonCode: "same_name", score: 1 }, ports.clock.now());
      questions += 1;
    }
    return { moved, filed, questions };
  }

  return {
    async listAliases(call, query) {
      const { principal } = call;
      const rows = await database.withTenant(principal.tenantId, (tx) =>
        listAliasRows(tx, principal.tenantId, MOST_LISTED),
      );
      const items = rows.filter(
        (row) => isVisible(principal, row) && (query.scope === undefined || row.scope === query.scope),
      );
      return {
        items: items.map((row) => ({
          alias_id: row.aliasId,
          alias: row.alias,
          subject: row.subject,
          scope: row.scope === "" ? null : row.scope,
          created_at: row.createdAt.toISOString(),
        })),
      };
    },

    async addAlias(call, input) {
      const { principal } = call;
      const { tenantId } = principal;
      requireCleanNames({ alias: input.alias, subject: input.subject, scope: input.scope });
      requireNaming(principal, input);
      const scope = input.scope ?? "";
      const key = subjectKey(input.alias);
      const done = await database.withTenant(tenantId, async (tx) => {
        const subject = await resolveSubject(tx, tenantId, scope, input.subject);
        // Whom the subject itself stands for has to be theirs to name as well.
        if (subject !== input.subject) requireNaming(principal, { ...input, subject });
        if (key === subjectKey(subject))
          throw new EngineError("meaningless", "This is the same name already.", {
            fields: [{ path: "alias", message: "name something else than the subject" }],
          });
        const now = ports.clock.now();
        const entityId = await ensureEntity(tx, tenantId, {
          entityId: ports.newId("ent"),
          subject,
          createdAt: now,
        });
        const aliasId = ports.newId("ali");
        const made = await insertAlias(tx, {
          tenantId,
          aliasId,
          scope,
          alias: input.alias,
          aliasKey: key,
          entityId,
          createdAt: now,
          createdByKind: principal.actor.kind,
          createdById: principal.actor.id,
        });
        if (!made)
          throw new EngineError(
            "already_exists",
            "This name stands for somebody there already: remove it first.",
          );
        if (scope === "") {
          const absorbed = (await listAliasRows(tx, tenantId, MOST_LISTED)).find(
            (row) => subjectKey(row.subject) === key && row.entityId !== entityId,
          );
          if (absorbed) await moveAliases(tx, tenantId, absorbed.entityId, entityId);
        }
        const { moved, filed, questions } = await fileUnder(tx, call, key, scope, subject);
        await audit(tx, call, "alias.added", "alias", aliasId, { entity_id: entityId, filed, questions });
        return { moved, answer: { alias_id: aliasId, entity_id: entityId, filed, questions } };
      });
      if (done.moved.length > 0) await deps.indexMemories(tenantId, done.moved);
      return done.answer;
    },

    async removeAlias(call, aliasId) {
      const { principal } = call;
      const { tenantId } = principal;
      const done = await database.withTenant(tenantId, async (tx) => {
        const row = await findAliasRow(tx, tenantId, aliasId);
        if (!row || !isVisible(principal, row)) throw notFound("alias");
        requireNaming(principal, {
          alias: row.alias,
          subject: row.subject,
          ...(row.scope === "" ? {} : { scope: row.scope }),
        });
        await deleteAlias(tx, tenantId, aliasId);
        // What came under the name goes back under it, unless a fact stands there by now.
        const moved: string[] = [];
        for (const fact of await lockFactsNamed(tx, tenantId, subjectKey(row.subject), row.scope)) {
          if (fact.writtenSubject === null || subjectKey(fact.writtenSubject) !== row.aliasKey) continue;
          const target = toFactKey({ ...fact, subject: fact.writtenSubject });
          if ((await findFactOfKey(tx, tenantId, target)) !== null) continue;
          const back = { subject: fact.writtenSubject, subjectKey: target.subjectKey, writtenSubject: null };
          moved.push(...(await refileFact(tx, tenantId, fact.factId, back)));
        }
        await audit(tx, call, "alias.removed", "alias", aliasId, {
          entity_id: row.entityId,
          filed_back: moved.length,
        });
        return moved;
      });
      if (done.length > 0) await deps.indexMemories(tenantId, done);
      return { alias_id: aliasId, filed_back: done.length };
    },

    async listDuplicates(call, query) {
      const { principal } = call;
      return database.withTenant(principal.tenantId, (tx) =>
        listDuplicateRows(tx, principal, { state: query.state ?? null, limit: query.limit ?? 50 }),
      );
    },

    async decideDuplicate(call, duplicateId, input) {
      const { principal } = call;
      const { tenantId } = principal;
      const touched = await database.withTenant(tenantId, async (tx) => {
        const found = await listDuplicateRows(tx, principal, { state: null, limit: 1, duplicateId });
        const question = found.items[0];
        if (!question) throw notFound("duplicate");
        const { kept, merged } = chooseSides(question, input);
        const { relayedReferences } = (await deps.policyFor(tx, tenantId)).write;
        for (const id of [kept, merged]) {
          const place = await findMemoryPlace(tx, tenantId, id);
          if (!place || !maySee(principal, place)) throw notFound("duplicate");
          const { source } = input;
          const vouched =
            !source ||
            source.quote !== undefined ||
            relayedReferences === "named" ||
            (await findReference(tx, ports, call, place, source.ref)) !== null;
          const reviewing = decideReviewer(
            principal,
            { scope: place.scope, subject: place.subject, class: "normal", proposedBy: null, firstBy: null },
            source ?? null,
            vouched,
          );
          if (!reviewing.may) throw new EngineError("not_entitled", whyNot(reviewing) ?? "");
        }
        const state: "merged" | "kept_apart" = input.decision === "merge" ? "merged" : "kept_apart";
        if (!(await closeDuplicate(tx, tenantId, duplicateId, state, principal.actor, ports.clock.now())))
          throw new EngineError("stale_revision", `This was decided already: ${question.state}.`);
        if (input.decision === "merge")
          await mergeMemories(tx, ports, call, kept, merged, question.reason_code === "opposite");
        await audit(tx, call, `duplicate.${state}`, "duplicate", duplicateId, { kept, merged });
        return {
          ids: input.decision === "merge" ? [kept, merged] : [],
          answer: {
            duplicate_id: duplicateId,
            state,
            kept,
            merged: input.decision === "merge" ? merged : null,
          },
        };
      });
      if (touched.ids.length > 0) await deps.indexMemories(tenantId, touched.ids);
      return touched.answer;
    },
  };
}

function chooseSides(question: { memory_id: string; other_id: string }, input: DecideDuplicateInput) {
  const kept = input.keep ?? question.other_id;
  const merged = kept === question.other_id ? question.memory_id : question.other_id;
  if (kept !== question.memory_id && kept !== question.other_id)
    throw new EngineError("meaningless", "Only one of the two sides can stay.", {
      fields: [{ path: "keep", message: "must be one of the question's memories" }],
    });
  return { kept, merged };
}

/** An organisation's names are for everybody in it, except whose person is no business of the caller's. */
function isVisible(principal: Principal, row: AliasRow): boolean {
  if (hasRole(principal, "viewer", "reviewer", "privacy_officer", "admin")) return true;
  if (row.scope !== "" && !holdsScope(principal.scopes, row.scope)) return false;
  return (
    !isTypedReference(row.subject) ||
    holdsScope(principal.scopes, row.subject) ||
    row.subject === principal.self
  );
}

/**
 * A reviewer or an administrator names anything anywhere. A key with full write mode names things in a scope it holds,
 * and persons and places only if it holds them too: a name decides where memories are filed and who sees them.
 */
function requireNaming(principal: Principal, input: AddAliasInput): void {
  if (isTypedReference(input.alias)) {
    throw new EngineError("meaningless", "An id stands for itself: only a name can be another name.", {
      fields: [{ path: "alias", message: "give a name, not a typed reference" }],
    });
  }
  if (hasRole(principal, "reviewer", "admin")) return;
  if (principal.actor.kind !== "agent" || principal.writeMode !== "full") {
    throw new EngineError(
      "not_entitled",
      "Names are given by a reviewer, an administrator, or a key that may write.",
    );
  }
  if (input.scope === undefined) {
    throw new EngineError("not_entitled", "A key gives names within a scope: name one that it holds.");
  }
  if (
    !holdsScope(principal.scopes, input.scope) ||
    (isTypedReference(input.subject) && !holdsScope(principal.scopes, input.subject))
  ) {
    throw new EngineError(
      "scope_not_allowed",
      "This key does not hold the scope, or the person, that it named.",
    );
  }
}
