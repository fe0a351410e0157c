import "server-only";
import { headers } from "next/headers";
import { unstable_rethrow } from "next/navigation";
import type { z } from "zod";
import type { FieldProblem } from "@/lib/engine/errors";
import { EngineError } from "@/lib/engine/errors";
import { toFieldProblems } from "@/lib/server/parse-input";
import type { Person } from "@/lib/server/person-context";
import { isOwnOrigin } from "@/lib/server/own-origin";
import { readRequestId } from "@/lib/server/request-id";
import { findKeyHolder } from "@/lib/server/key-holder";
import { getRuntime } from "@/lib/server/runtime";
import { findPage, mayEnter, toArea } from "@/lib/server/session";
import type { ServiceContext } from "@/lib/services/context";

export type ActionResult<T> =
  | { ok: true; data: T }
  | { ok: false; error: { code: string; requestId: string; fields?: FieldProblem[] } };

type Refuse = (code: string, fields?: FieldProblem[]) => { ok: false; error: ActionError };
interface ActionError {
  code: string;
  requestId: string;
  fields?: FieldProblem[];
}

/** What every action does around its own work: own origin, a request id, and failures as codes. */
async function answerAction<T>(
  work: (refuse: Refuse, requestId: string) => Promise<ActionResult<T>>,
): Promise<ActionResult<T>> {
  const requestHeaders = await headers();
  const requestId = readRequestId(requestHeaders);
  const refuse: Refuse = (code, fields) => ({
    ok: false,
    error: { code, requestId, ...(fields && fields.length > 0 && { fields }) },
  });
  // Next lets an action without Origin through; a browser always sends one.
  if (!isOwnOrigin(requestHeaders)) return refuse("forbidden");
  try {
    return await work(refuse, requestId);
  } catch (error) {
    // A redirect is an exception too, and not ours to answer.
    unstable_rethrow(error);
    if (error instanceof EngineError) return refuse(error.code, error.fields);
    const { logger } = await getRuntime();
    logger.error({ err: error, requestId }, "a server action failed");
    return refuse("unexpected");
  }
}

/**
 * The one way to make a server action: session, area, schema, then the handler. What a service refuses comes back as
 * its code; what nobody foresaw is `unexpected`, and its cause is in the log under the request id.
 */
export function defineAction<S extends z.ZodType, T>(definition: {
  schema: S;
  area: "me" | "console";
  handler: (call: { ctx: ServiceContext; person: Person; input: z.output<S> }) => Promise<T>;
}): (input: unknown) => Promise<ActionResult<T>> {
  return (input) =>
    answerAction<T>(async (refuse, requestId) => {
      const page = await findPage();
      if (!page) return refuse("unauthorized");
      if (!mayEnter(definition.area, page)) return refuse("role_required");
      const parsed = definition.schema.safeParse(input);
      if (!parsed.success) return refuse("invalid_request", toFieldProblems(parsed.error));
      const ctx = { ...toArea(definition.area, page).ctx, requestId };
      return { ok: true, data: await definition.handler({ ctx, person: page.person, input: parsed.data }) };
    });
}

/**
 * The same for who has the installation's admin key and no account yet. The key is looked at before anything else, and
 * ten wrong ones within a quarter of an hour close the door for the rest of it, whoever asks.
 */
export function defineKeyAction<S extends z.ZodType, T>(definition: {
  schema: S;
  handler: (call: { ctx: ServiceContext; input: z.output<S> }) => Promise<T>;
}): (input: unknown) => Promise<ActionResult<T>> {
  return (input) =>
    answerAction<T>(async (refuse, requestId) => {
      const { admin_key: key, ...rest } = (input ?? {}) as Record<string, unknown>;
      const found = await findKeyHolder(typeof key === "string" ? key.trim() : "", requestId);
      if (typeof found === "string") return refuse(found);
      const parsed = definition.schema.safeParse(rest);
      if (!parsed.success) return refuse("invalid_request", toFieldProblems(parsed.error));
      return { ok: true, data: await definition.handler({ ctx: found, input: parsed.data }) };
    });
}
