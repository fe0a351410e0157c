"use server";

import { z } from "zod";
import { exportId } from "@/lib/contracts/exports";
import { defineAction } from "@/lib/server/action-client";
import { requireSelf } from "@/lib/services/authorise/require-self";
import { getExportFile } from "@/lib/services/export/get-export-file";
import { requestExport } from "@/lib/services/export/request-export";

/** Made in the background; leaving the page does not stop it. */
export const exportMine = defineAction({
  schema: z.strictObject({ format: z.enum(["json", "markdown"]) }),
  area: "me",
  handler: async ({ ctx, input }) => {
    const made = await requestExport({ ctx, input: { subject: requireSelf(ctx), format: input.format } });
    return { export_id: made.export_id };
  },
});

/** One text: the document as it is, or its readable files one after another. */
export const takeExport = defineAction({
  schema: z.strictObject({ id: exportId }),
  area: "me",
  handler: async ({ ctx, input }) => {
    const file = await getExportFile({ ctx, input });
    if ("files" in file) {
      return { name: `${input.id}.md`, text: file.files.map(({ content }) => content).join("\n\n---\n\n") };
    }
    return { name: `${input.id}.json`, text: JSON.stringify(file, null, 2) };
  },
});
