import type { Route } from "@/lib/server/route-handler";
import { conflictRoutes } from "@/lib/server/routes/conflicts";
import { policyRoutes } from "@/lib/server/routes/policies";
import { quarantineRoutes } from "@/lib/server/routes/quarantine";
import { approvalRoutes } from "@/lib/server/routes/approvals";
import { adminRoutes } from "@/lib/server/routes/admin";
import { backupRoutes } from "@/lib/server/routes/backups";
import { deletionRoutes } from "@/lib/server/routes/deletions";
import { eventRoutes } from "@/lib/server/routes/events";
import { exportRoutes } from "@/lib/server/routes/exports";
import { extractionRoutes } from "@/lib/server/routes/extractions";
import { holdRoutes } from "@/lib/server/routes/holds";
import { identityRoutes } from "@/lib/server/routes/identity";
import { memoryRoutes } from "@/lib/server/routes/memories";
import { namingRoutes } from "@/lib/server/routes/naming";
import { reindexRoutes } from "@/lib/server/routes/reindex";
import { retrievalRoutes } from "@/lib/server/routes/retrievals";
import { runRoutes } from "@/lib/server/routes/runs";
import { subjectRoutes } from "@/lib/server/routes/subjects";

/** Every route below /api/v1. The server, the OpenAPI description and the tests over all routes read this one table. */
export const ROUTES: readonly Route[] = [
  ...adminRoutes,
  ...backupRoutes,
  ...identityRoutes,
  ...eventRoutes,
  ...extractionRoutes,
  ...reindexRoutes,
  ...memoryRoutes,
  ...retrievalRoutes,
  ...runRoutes,
  ...namingRoutes,
  ...deletionRoutes,
  ...holdRoutes,
  ...exportRoutes,
  ...approvalRoutes,
  ...quarantineRoutes,
  ...conflictRoutes,
  ...subjectRoutes,
  ...policyRoutes,
];
