import type { Policy } from "@/lib/engine/policy/policy";
import type { EnginePorts } from "@/lib/engine/ports";
import type { Database, Tx } from "@/lib/store/client";

/** What every path is made from. */
export interface EngineDeps {
  database: Database;
  ports: EnginePorts;
  /** The tenant's policy in force: its newest version, else the default (version 0). */
  policyFor(tx: Tx, tenantId: string): Promise<Policy>;
}
