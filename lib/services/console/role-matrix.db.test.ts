import { ROLES } from "@/lib/contracts/choices";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Role } from "@/lib/contracts/principals";
import { createId } from "@/lib/platform/ids";
import { toServiceContext } from "@/lib/server/person-context";
import { createAgent } from "@/lib/services/agent/create-agent";
import { createKey } from "@/lib/services/agent/create-key";
import { listAgents } from "@/lib/services/agent/list-agents";
import { revokeKey } from "@/lib/services/agent/revoke-key";
import { rotateKey } from "@/lib/services/agent/rotate-key";
import { setAgentAccess } from "@/lib/services/agent/set-agent-access";
import { listAudit } from "@/lib/services/audit/list-audit";
import { nameActors } from "@/lib/services/audit/name-actors";
import { verifyAudit } from "@/lib/services/audit/verify-audit";
import { getOverview } from "@/lib/services/console/get-overview";
import type { ServiceContext } from "@/lib/services/context";
import { approveHold } from "@/lib/services/hold/approve-hold";
import { declineHold } from "@/lib/services/hold/decline-hold";
import { listHolds } from "@/lib/services/hold/list-holds";
import { placeHold } from "@/lib/services/hold/place-hold";
import { releaseHold } from "@/lib/services/hold/release-hold";
import { getChain } from "@/lib/services/fact/get-chain";
import { getHealth } from "@/lib/services/job/get-health";
import { listDeletionWork } from "@/lib/services/job/list-deletion-work";
import { listJobs } from "@/lib/services/job/list-jobs";
import { retryJob } from "@/lib/services/job/retry-job";
import { addMember } from "@/lib/services/member/add-member";
import { listMembers } from "@/lib/services/member/list-members";
import { resetPassword } from "@/lib/services/member/reset-password";
import { setAccess } from "@/lib/services/member/set-access";
import { setRoles } from "@/lib/services/member/set-roles";
import { comparePolicies } from "@/lib/services/policy/compare-policies";
import { getPolicy } from "@/lib/services/policy/get-policy";
import { listPolicies } from "@/lib/services/policy/list-policies";
import { previewPolicy } from "@/lib/services/policy/preview-policy";
import { tryPolicy } from "@/lib/services/policy/try-policy";
import { publishPolicy } from "@/lib/services/policy/publish-policy";
import { rollBackPolicy } from "@/lib/services/policy/roll-back-policy";
import { listTraces } from "@/lib/services/retrieval/list-traces";
import { getSubject } from "@/lib/services/subject/get-subject";
import { listReveals } from "@/lib/services/subject/list-reveals";
import { revealSubject } from "@/lib/services/subject/reveal-subject";
import { personCall } from "@/lib/testing/open-test-engine";
import { openTestServer, type TestServer } from "@/lib/testing/open-test-server";

let server: TestServer;
let tenant: string;
let agentId: string;
let keyId: string;
beforeAll(async () => {
  server = await openTestServer();
  ({ tenantId: tenant, agentId } = await server.createTenant("matrix"));
  ({ keyId } = await server.createKey(agentId));
});
afterAll(() => server?.close());

const OPERATORS: Role[] = ["viewer", "reviewer", "privacy_officer", "admin"];
const ADMIN: Role[] = ["admin"];
const OFFICERS: Role[] = ["privacy_officer", "admin"];
const nobody = createId("usr", new Date());
const body = {};

/** Every verb behind the console's pages and buttons, and who may call it. Ids are of things that are not there. */
const VERBS: [name: string, roles: Role[], call: (ctx: ServiceContext) => Promise<unknown>][] = [
  ["overview", OPERATORS, (ctx) => getOverview({ ctx, input: {} })],
  ["traces", OPERATORS, (ctx) => listTraces({ ctx, input: { filter: { flag: "empty" } } })],
  ["agents", OPERATORS, (ctx) => listAgents({ ctx, input: {} })],
  ["audit", OPERATORS, (ctx) => listAudit({ ctx, input: {} })],
  ["audit: check the chain", OPERATORS, (ctx) => verifyAudit({ ctx, input: {} })],
  ["names", OPERATORS, (ctx) => nameActors({ ctx, input: { ids: [nobody] } })],
  ["jobs", OPERATORS, (ctx) => listJobs({ ctx, input: {} })],
  ["health", OPERATORS, (ctx) => getHealth({ ctx, input: {} })],
  ["deletions", OPERATORS, (ctx) => listDeletionWork({ ctx, input: {} })],
  ["subject", OPERATORS, (ctx) => getSubject({ ctx, input: { who: "user:nobody" } })],
  ["holds", OPERATORS, (ctx) => listHolds({ ctx })],
  [
    "propose a hold",
    OFFICERS,
    (ctx) => placeHold({ ctx, input: { scope: "project:matrix", reason_code: "contract" } }),
  ],
  ["put a hold in force", OFFICERS, (ctx) => approveHold({ ctx, input: { id: "hld_x" } })],
  ["decline a hold", OFFICERS, (ctx) => declineHold({ ctx, input: { id: "hld_x" } })],
  ["release a hold", OFFICERS, (ctx) => releaseHold({ ctx, input: { id: "hld_x" } })],
  ["chain", OPERATORS, (ctx) => getChain({ ctx, input: { fact_id: createId("fact", new Date()) } })],
  ["reveals", OPERATORS, (ctx) => listReveals({ ctx, input: {} })],
  [
    "reveal",
    ["privacy_officer"],
    (ctx) => revealSubject({ ctx, input: { subject: "user:nobody", reason: "quality" } }),
  ],
  ["retry an erasure", OFFICERS, (ctx) => retryJob({ ctx, input: { kind: "deletion", job_id: "del_x" } })],
  ["retry indexing", ADMIN, (ctx) => retryJob({ ctx, input: { kind: "indexing", job_id: "out_x" } })],
  ["retry a reading", ADMIN, (ctx) => retryJob({ ctx, input: { kind: "extraction", job_id: "ext_x" } })],
  ["members", ADMIN, (ctx) => listMembers({ ctx, input: {} })],
  [
    "add a member",
    ADMIN,
    (ctx) => addMember({ ctx, input: { email: `${ctx.principal.roles.at(-1)}@x.example`, roles: ["user"] } }),
  ],
  [
    "set roles",
    ADMIN,
    (ctx) => setRoles({ ctx, input: { user_id: nobody, roles: ["user"], seen: ["user"] } }),
  ],
  ["set access", ADMIN, (ctx) => setAccess({ ctx, input: { user_id: nobody, enabled: true } })],
  ["reset a password", ADMIN, (ctx) => resetPassword({ ctx, input: { user_id: nobody } })],
  ["policies", ADMIN, (ctx) => listPolicies({ ctx, input: { tenant } })],
  ["a policy", ADMIN, (ctx) => getPolicy({ ctx, input: { tenant, version: 0 } })],
  ["compare policies", ADMIN, (ctx) => comparePolicies({ ctx, input: { tenant, from: 0, to: 0 } })],
  ["preview a policy", ADMIN, (ctx) => previewPolicy({ ctx, input: { tenant, body } })],
  ["try a policy", ADMIN, (ctx) => tryPolicy({ ctx, input: { body, limit: 5 } })],
  [
    "publish a policy",
    ADMIN,
    (ctx) => publishPolicy({ ctx, input: { tenant, body, reason: "matrix", expected_version: 99 } }),
  ],
  [
    "roll a policy back",
    ADMIN,
    (ctx) =>
      rollBackPolicy({ ctx, input: { tenant, to_version: 0, reason: "matrix", expected_version: 99 } }),
  ],
  [
    "add an agent",
    ADMIN,
    (ctx) => createAgent({ ctx, input: { tenant, name: `${ctx.principal.roles}`, scopes: ["user:*"] } }),
  ],
  ["make a key", ADMIN, (ctx) => createKey({ ctx, input: { agent_id: agentId } })],
  ["rotate a key", ADMIN, (ctx) => rotateKey({ ctx, input: { key_id: keyId, overlap_hours: 24 } })],
  ["stop an agent", ADMIN, (ctx) => setAgentAccess({ ctx, input: { agent_id: agentId, enabled: true } })],
  ["revoke a key", ADMIN, (ctx) => revokeKey({ ctx, input: { key_id: keyId } })],
];

const REFUSALS = new Set(["role_required", "not_entitled", "scope_not_allowed"]);

/** Whether the caller's rights let it through; what the verb then says of a thing that is not there is its own affair. */
async function isLetThrough(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    return !REFUSALS.has((error as { code?: string }).code ?? "");
  }
}

describe("each verb behind the console is let through for the roles that have it, and for no other", () => {
  test.each(VERBS)("%s", async (_, roles, call) => {
    const through: Role[] = [];
    for (const role of ROLES) {
      const { principal } = personCall(tenant, `of-${role}`, { roles: ["user", role] });
      if (await isLetThrough(call(toServiceContext(server.runtime, principal, "req_page"))))
        through.push(role);
    }
    expect(through.sort()).toEqual([...roles].sort());
  });
});
