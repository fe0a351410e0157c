import {
  createExportInput,
  exportId,
  exportOutput,
  exportQuery,
  exportRecord,
  importInput,
  importOutput,
} from "@/lib/contracts/exports";
import { defineRoute } from "@/lib/server/route-handler";
import { exportSubject } from "@/lib/services/export/export-subject";
import { getExport } from "@/lib/services/export/get-export";
import { getExportFile } from "@/lib/services/export/get-export-file";
import { importDocument } from "@/lib/services/export/import-document";
import { requestExport } from "@/lib/services/export/request-export";

const MOST_IMPORTED = 10_000_000;

export const exportRoutes = [
  defineRoute({
    method: "GET",
    path: "/export",
    operationId: "exportSubject",
    summary: "Everything of one subject: as JSON that can be imported, or as Markdown or CSV files",
    tag: "export",
    auth: "agent_or_session",
    query: exportQuery,
    output: exportOutput,
    statuses: { 200: "The document, or the files with their paths" },
    handler: async ({ ctx, query }) => ({ status: 200, body: await exportSubject({ ctx, input: query }) }),
  }),
  defineRoute({
    method: "POST",
    path: "/exports",
    operationId: "requestExport",
    summary:
      "Ask for everything of one subject as a file; it is made in the background and runs out after a week",
    tag: "export",
    auth: "agent_or_session",
    body: createExportInput,
    output: exportRecord,
    statuses: { 202: "It is being made" },
    handler: async ({ ctx, body }) => ({ status: 202, body: await requestExport({ ctx, input: body }) }),
  }),
  defineRoute({
    method: "GET",
    path: "/exports/{id}",
    operationId: "getExport",
    summary: "How far an export is",
    tag: "export",
    auth: "agent_or_session",
    params: { id: exportId },
    output: exportRecord,
    statuses: { 200: "The export" },
    handler: async ({ ctx, params }) => ({
      status: 200,
      body: await getExport({ ctx, input: { id: params.id ?? "" } }),
    }),
  }),
  defineRoute({
    method: "GET",
    path: "/exports/{id}/file",
    operationId: "getExportFile",
    summary: "The file of an export",
    tag: "export",
    auth: "agent_or_session",
    params: { id: exportId },
    output: exportOutput,
    statuses: { 200: "The document, or the files with their paths" },
    handler: async ({ ctx, params }) => ({
      status: 200,
      body: await getExportFile({ ctx, input: { id: params.id ?? "" } }),
    }),
  }),
  defineRoute({
    method: "POST",
    path: "/import",
    operationId: "importDocument",
    summary: "Take in a document of GET /export: versions, links and both clocks; observed at most",
    tag: "export",
    auth: "agent_or_session",
    body: importInput,
    maxBytes: MOST_IMPORTED,
    output: importOutput,
    statuses: { 200: "What came in, and what did not and why" },
    handler: async ({ ctx, body }) => ({ status: 200, body: await importDocument({ ctx, input: body }) }),
  }),
];
