import { toServiceContext } from "@/lib/server/person-context";
import type { Runtime } from "@/lib/server/runtime";
import type { ServiceContext } from "@/lib/services/context";

/** The installation's administrator as a command or the demo seed acts: on the machine itself, without a request. */
export function createAdminContext(runtime: Runtime, id: "cli" | "demo", requestId: string): ServiceContext {
  return toServiceContext(
    runtime,
    {
      tenantId: "",
      actor: { kind: "admin", id, name: null },
      via: "cli",
      roles: ["admin"],
      scopes: [],
      purposes: null,
      sourceTypes: [],
      writeMode: "none",
      self: null,
      keyId: null,
    },
    requestId,
  );
}
