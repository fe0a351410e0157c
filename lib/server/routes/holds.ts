import { actOnHoldInput, hold, holdId, holdPage, placeHoldInput } from "@/lib/contracts/holds";
import { actingQuery } from "@/lib/contracts/reviews";
import { defineRoute } from "@/lib/server/route-handler";
import { approveHold } from "@/lib/services/hold/approve-hold";
import { declineHold } from "@/lib/services/hold/decline-hold";
import { listHolds } from "@/lib/services/hold/list-holds";
import { placeHold } from "@/lib/services/hold/place-hold";
import { releaseHold } from "@/lib/services/hold/release-hold";

const STEPS = [
  { verb: "approve", act: approveHold, summary: "Put a proposed hold in force, as a second person" },
  { verb: "decline", act: declineHold, summary: "Decline a proposed hold, or take it back" },
  { verb: "release", act: releaseHold, summary: "Ask for a hold's release; as a second person, release it" },
] as const;

export const holdRoutes = [
  defineRoute({
    method: "GET",
    path: "/holds",
    operationId: "listHolds",
    summary: "What must not be erased for now, those in force first",
    tag: "holds",
    auth: "review",
    query: actingQuery,
    output: holdPage,
    statuses: { 200: "All of them; `total` is exact" },
    handler: async ({ ctx }) => ({ status: 200, body: await listHolds({ ctx }) }),
  }),
  defineRoute({
    method: "POST",
    path: "/holds",
    operationId: "placeHold",
    summary: "Propose that everything of a scope or a subject is kept; a second person puts it in force",
    tag: "holds",
    auth: "review",
    body: placeHoldInput,
    output: hold,
    statuses: { 201: "It is proposed" },
    handler: async ({ ctx, body }) => ({ status: 201, body: await placeHold({ ctx, input: body }) }),
  }),
  ...STEPS.map(({ verb, act, summary }) =>
    defineRoute({
      method: "POST",
      path: `/holds/{id}/${verb}`,
      operationId: `${verb}Hold`,
      summary,
      tag: "holds",
      auth: "review",
      params: { id: holdId },
      body: actOnHoldInput,
      bodyOptional: true,
      output: hold,
      statuses: { 200: "As it stands now" },
      handler: async ({ ctx, params }) => ({
        status: 200,
        body: await act({ ctx, input: { id: params.id ?? "" } }),
      }),
    }),
  ),
];
