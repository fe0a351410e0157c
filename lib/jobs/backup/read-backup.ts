import type { BackupEnd, BackupManifest, BackupPart } from "@/lib/jobs/backup/write-backup";
import { sha256Hex } from "@/lib/platform/hashing";
import { readSealedLines } from "@/lib/platform/sealed-lines";

export interface OpenedBackup {
  manifest: BackupManifest;
  /** The rows, in the order in which they can be written. Ends with an error unless all of them came. */
  parts(): AsyncGenerator<BackupPart & { json: string }>;
  close(): Promise<void>;
}

/** @throws Error when it is no backup, was made with another key, or was changed */
export async function openBackup(path: string, key: Uint8Array, kind: string): Promise<OpenedBackup> {
  const lines = readSealedLines(path, key, kind);
  const first = await lines.next();
  if (first.done) throw new Error(`${path} is empty.`);
  const manifest = JSON.parse(first.value) as BackupManifest;
  return {
    manifest,
    close: async () => {
      await lines.return(undefined);
    },
    async *parts() {
      const rows: Record<string, number> = {};
      let sha256 = sha256Hex("");
      for (;;) {
        const line = await lines.next();
        if (line.done) throw new Error(`${path} has no end.`);
        const said = JSON.parse(line.value) as BackupPart | { end: BackupEnd };
        if ("end" in said) {
          const same = JSON.stringify(said.end.rows) === JSON.stringify(rows) && said.end.sha256 === sha256;
          if (!same) throw new Error(`${path} does not hold the rows that it says it holds.`);
          return;
        }
        const { value: json, done } = await lines.next();
        if (done) throw new Error(`${path} has no end.`);
        rows[said.table] = (rows[said.table] ?? 0) + said.rows;
        sha256 = sha256Hex(sha256, json);
        yield { ...said, json };
      }
    },
  };
}
