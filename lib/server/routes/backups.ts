import { z } from "zod";
import { createBackupOutput } from "@/lib/contracts/backups";
import { EngineError } from "@/lib/engine/errors";
import { backupPath } from "@/lib/jobs/backup/run-backups";
import { writeBackup } from "@/lib/jobs/backup/write-backup";
import { defineRoute } from "@/lib/server/route-handler";
import { requireInstanceAdmin } from "@/lib/services/authorise/require-admin";

export const backupRoutes = [
  defineRoute({
    method: "POST",
    path: "/admin/backups",
    operationId: "createBackup",
    summary: "Write an encrypted copy of everything into the server's folder of backups",
    tag: "backup",
    auth: "admin",
    body: z.strictObject({}),
    bodyOptional: true,
    output: createBackupOutput,
    statuses: { 201: "The backup stands, whole and on the disk" },
    handler: async ({ ctx, runtime }) => {
      requireInstanceAdmin(ctx);
      const { backups, clock } = runtime;
      if (backups === null) throw new EngineError("unavailable", "This server has no folder for backups.");
      const path = backupPath(backups.directory, clock.now());
      const { manifest, end, bytes, sha256 } = await writeBackup(runtime, path, backups);
      const times = { made_at: manifest.madeAt, expires_at: manifest.expiresAt };
      return { status: 201, body: { path, ...times, bytes, sha256, rows: end.rows } };
    },
  }),
];
