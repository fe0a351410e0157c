import { readFile } from "node:fs/promises";
import { basename, extname, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Command } from "@/lib/cli/command";
import { openImport } from "@/lib/cli/import/open-import";
import { readJsonLines } from "@/lib/cli/import/read-json-lines";
import { readLocomo } from "@/lib/cli/import/read-locomo";
import { type ImportCounts, sendEvents } from "@/lib/cli/import/send-events";
import { timeZone } from "@/lib/contracts/common";
import type { EventInput } from "@/lib/contracts/events";
import { readEnvironment } from "@/lib/platform/env";

const DEFAULT_BATCH = 100;
const OPTIONS = {
  scope: { type: "string" },
  zone: { type: "string" },
  key: { type: "string" },
  tenant: { type: "string" },
  agent: { type: "string" },
  batch: { type: "string" },
  extract: { type: "boolean" },
  "dry-run": { type: "boolean" },
} as const;

/** Through the public interface, as any other program would. */
export const importEvents: Command = {
  name: "import",
  usage:
    "locomo|jsonl <file> [--scope <type:id>] [--zone <zone>] [--key <key>] [--tenant <slug>] [--dry-run]",
  summary: "record conversations or events of a file on a running server",
  async run(args) {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
    const [format, file, ...rest] = positionals;
    const batch = Number(values.batch ?? DEFAULT_BATCH);
    const wrong =
      (format !== "locomo" && format !== "jsonl") ||
      file === undefined ||
      rest.length > 0 ||
      !(Number.isInteger(batch) && batch >= 1 && batch <= 500);
    if (wrong) {
      console.error(`npm run keepsake -- import ${importEvents.usage}\n--batch takes 1 to 500.`);
      return 2;
    }
    const environment = readEnvironment();
    const zone = timeZone.parse(values.zone ?? "UTC");
    const path = resolve(environment.INIT_CWD ?? ".", file);
    const events = await readEvents(format, path, { zone, scope: values.scope });
    const scopes = [...new Set(events.map((event) => event.scope))].sort();
    console.log(`${events.length} events in ${scopes.length} scopes: ${summarise(scopes)}`);
    if (format === "locomo") console.log(`Session dates are read as clock times of ${zone} (--zone).`);
    if (values["dry-run"] || events.length === 0) return 0;

    const url = environment.KEEPSAKE_URL ?? `http://localhost:${environment.PORT}`;
    const { client, key, made } = await openImport({
      url,
      key: values.key,
      adminKey: environment.KEEPSAKE_ADMIN_KEY,
      tenant: values.tenant ?? "imported",
      agent: values.agent ?? "Import",
      scopes: [...new Set(scopes.map((scope) => `${scope.slice(0, scope.indexOf(":"))}:*`))],
    });
    if (made) console.log(`Writing to ${url} as a new agent. Its key, shown for reading back: ${key}`);
    const start = Date.now();
    const counts = await sendEvents(client, events, {
      size: batch,
      extract: values.extract ? "auto" : "none",
      onProgress: (so_far) => showProgress(so_far, events.length, start),
    });
    console.log(describe(counts));
    return 0;
  },
};

async function readEvents(
  format: "locomo" | "jsonl",
  path: string,
  options: { zone: string; scope: string | undefined },
): Promise<EventInput[]> {
  const text = await readFile(path, "utf8");
  const scope = options.scope === undefined ? {} : { scope: options.scope };
  if (format === "jsonl") return readJsonLines(text, scope);
  const name = basename(path, extname(path));
  return readLocomo(JSON.parse(text), { name, zone: options.zone, ...scope }).flatMap(({ turns }) =>
    turns.map(({ event }) => event),
  );
}

function summarise(scopes: readonly string[]): string {
  const shown = scopes.slice(0, 5).join(", ");
  return scopes.length > 5 ? `${shown} and ${scopes.length - 5} more` : shown;
}

function showProgress(counts: ImportCounts, total: number, start: number): void {
  const seconds = Math.max(0.001, (Date.now() - start) / 1000);
  const rate = Math.round(counts.sent / seconds);
  console.log(`  ${counts.sent} of ${total} events, ${counts.duplicates} known already, ${rate} a second`);
}

function describe({ sent, duplicates, outcomes, notices }: ImportCounts): string {
  const list = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([name, number]) => `${name} ${number}`)
      .join(", ") || "none";
  return [
    `Done: ${sent} events recorded, ${duplicates} of them known already.`,
    `Proposals: ${list(outcomes)}.`,
    `Notices: ${list(notices)}.`,
  ].join("\n");
}
