import { idOf } from "@/lib/contracts/common";
import {
  recordEventsInput,
  recordEventsOutput,
  recordedEvent,
  rememberWordsInput,
  storedEvent,
} from "@/lib/contracts/events";
import { rememberWords } from "@/lib/services/memory/remember-words";
import { defineRoute } from "@/lib/server/route-handler";
import { getEvent } from "@/lib/services/event/get-event";
import { recordEvents } from "@/lib/services/event/record-events";

const MAX_BATCH_BYTES = 10_000_000;

export const eventRoutes = [
  defineRoute({
    method: "POST",
    path: "/statements",
    operationId: "rememberWords",
    summary: "Remember what somebody says in plain words; what no rule can name is kept as a note",
    tag: "event",
    auth: "agent",
    body: rememberWordsInput,
    output: recordedEvent,
    statuses: { 200: "Recorded; each decision says what became of a part of it" },
    handler: async ({ ctx, body }) => ({ status: 200, body: await rememberWords({ ctx, input: body }) }),
  }),
  defineRoute({
    method: "POST",
    path: "/events",
    operationId: "recordEvents",
    summary: "Record what happened, up to 500 events; each says what was remembered of it",
    tag: "event",
    auth: "agent",
    body: recordEventsInput,
    maxBytes: MAX_BATCH_BYTES,
    output: recordEventsOutput,
    statuses: { 200: "All events are in the ledger; `results` tells what became of each" },
    handler: async ({ ctx, body, idempotencyKey }) => ({
      status: 200,
      body: await recordEvents({ ctx, input: body, ...(idempotencyKey !== null && { idempotencyKey }) }),
    }),
  }),
  defineRoute({
    method: "GET",
    path: "/events/{id}",
    operationId: "getEvent",
    summary: "One event as recorded",
    tag: "event",
    auth: "agent",
    params: { id: idOf("evt") },
    output: storedEvent,
    statuses: { 200: "The event; after an erasure without its content" },
    handler: async ({ ctx, params }) => ({
      status: 200,
      body: await getEvent({ ctx, input: { id: params.id ?? "" } }),
    }),
  }),
];
