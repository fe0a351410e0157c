import { parseArgs } from "node:util";
import type { Command } from "@/lib/cli/command";
import { type Reindexing, reindexing } from "@/lib/contracts/reindex";
import { readEnvironment } from "@/lib/platform/env";

const LOOK_EVERY_MS = 2_000;

/** Asks the running server, and tells how far it is until it is done; whoever stops looking stops nothing. */
export const reindex: Command = {
  name: "reindex",
  usage: "--tenant <slug> [--model <name>] [--status] [--no-wait]",
  summary: "make a tenant's search index anew, or its vectors with another model",
  async run(args) {
    const { values } = parseArgs({
      args,
      options: {
        tenant: { type: "string" },
        model: { type: "string" },
        status: { type: "boolean" },
        "no-wait": { type: "boolean" },
      },
    });
    const environment = readEnvironment();
    const { tenant, model } = values;
    const key = environment.KEEPSAKE_ADMIN_KEY;
    if (tenant === undefined || key === undefined) {
      console.error(`npm run keepsake -- reindex ${reindex.usage}\nKEEPSAKE_ADMIN_KEY must be set.`);
      return 2;
    }
    const url = `${environment.KEEPSAKE_URL ?? `http://localhost:${environment.PORT}`}/api/v1/admin/reindex`;
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const ask = async (body?: object): Promise<Reindexing | string> => {
      const response = body
        ? await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })
        : await fetch(`${url}?tenant=${encodeURIComponent(tenant)}`, { headers });
      const answer: unknown = await response.json();
      if (response.ok) return reindexing.parse(answer);
      return (answer as { detail?: string }).detail ?? `The server answered ${response.status}.`;
    };
    let now = await ask(values.status ? undefined : { tenant, ...(model !== undefined && { model }) });
    for (;;) {
      if (typeof now === "string") {
        console.error(now);
        return 1;
      }
      for (const line of describe(now)) console.log(line);
      const open = now.models.some(
        ({ state, finished_at }) => (state === "building" || state === "serving") && finished_at === null,
      );
      if (!open || values.status || values["no-wait"]) return 0;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      now = await ask();
    }
  },
};

function describe({ models }: Reindexing): string[] {
  return models
    .filter(({ state }) => state !== "retired")
    .map(({ model, state, done, total, finished_at, last_error }) => {
      const far = finished_at === null && state !== "retiring" ? ` ${done} of ${total}` : "";
      return `${model}: ${state}${far}${last_error === null ? "" : ` (${last_error}, tried again)`}`;
    });
}
