import { parseArgs } from "node:util";
import type { Command } from "@/lib/cli/command";
import { reextractOutput } from "@/lib/contracts/extractions";
import { readEnvironment } from "@/lib/platform/env";

/** Asks the running server: the model is its own, and so is the queue. */
export const reextract: Command = {
  name: "reextract",
  usage: "--tenant <slug> [--since <instant>] [--retry-dead]",
  summary: "let the server's language model read events that it has not read yet",
  async run(args) {
    const { values } = parseArgs({
      args,
      options: {
        tenant: { type: "string" },
        since: { type: "string" },
        "retry-dead": { type: "boolean" },
      },
    });
    const environment = readEnvironment();
    const key = environment.KEEPSAKE_ADMIN_KEY;
    if (values.tenant === undefined || key === undefined) {
      console.error(`npm run keepsake -- reextract ${reextract.usage}\nKEEPSAKE_ADMIN_KEY must be set.`);
      return 2;
    }
    const url = environment.KEEPSAKE_URL ?? `http://localhost:${environment.PORT}`;
    let queued = 0;
    let requeued = 0;
    for (;;) {
      const response = await fetch(`${url}/api/v1/admin/reextract`, {
        method: "POST",
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
        body: JSON.stringify({
          tenant: values.tenant,
          ...(values.since !== undefined && { since: values.since }),
          ...(values["retry-dead"] && { retry_dead: true }),
        }),
      });
      const body: unknown = await response.json();
      if (!response.ok) {
        console.error((body as { detail?: string }).detail ?? `The server answered ${response.status}.`);
        return 1;
      }
      const answer = reextractOutput.parse(body);
      queued += answer.queued;
      requeued += answer.requeued;
      if (answer.more) continue;
      console.log(`${queued} events queued for ${answer.extractor}, ${requeued} queued again.`);
      console.log("GET /api/v1/admin/extractions?tenant= tells how far it is.");
      return 0;
    }
  },
};
