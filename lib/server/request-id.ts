import { createId } from "@/lib/platform/ids";

const SANE = /^[A-Za-z0-9][A-Za-z0-9._:-]{7,99}$/;

/** The caller's own request id when it is a plain one, else a new one. It goes to logs, audit and the answer. */
export function readRequestId(headers: Headers): string {
  const given = headers.get("x-request-id");
  return given && SANE.test(given) ? given : createId("req", new Date());
}
