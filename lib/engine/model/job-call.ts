import type { CallContext } from "@/lib/engine/model/context";

/** A job of ours acts: it holds no scope and speaks for nobody; the audit names it. */
export function jobCall(tenantId: string, job: string, requestId: string): CallContext {
  return {
    requestId,
    principal: {
      tenantId,
      actor: { kind: "job", id: job, name: null },
      via: "job",
      roles: [],
      scopes: [],
      purposes: null,
      sourceTypes: [],
      writeMode: "full",
      self: null,
      keyId: null,
    },
  };
}
