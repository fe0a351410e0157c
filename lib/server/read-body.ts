import { HttpProblem } from "@/lib/server/problem";
import { refuseUnstorable } from "@/lib/server/parse-input";

/**
 * The JSON of a request, bounded while it arrives: a length that lies does not help.
 * @param maxBytes of the encoded body
 * @param optional an absent body counts as `{}`
 * @throws HttpProblem 413, 415, or 400 `malformed_json` | `invalid_request`
 */
export async function readJsonBody(request: Request, maxBytes: number, optional: boolean): Promise<unknown> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  const bytes = await readBytes(request, maxBytes);
  if (bytes.byteLength === 0 && optional) return {};

  // Anything else could be sent by a form of another site without asking first.
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    throw new HttpProblem("unsupported_media_type", "Send the body as Content-Type: application/json.");
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new HttpProblem("malformed_json", "The body is not valid UTF-8.");
  }
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new HttpProblem("malformed_json", `The body is not valid JSON${jsonPosition(error, text)}.`);
  }
  refuseUnstorable(body, "body");
  return body;
}

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks, size);
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw tooLarge(maxBytes);
    }
    chunks.push(value);
  }
}

function tooLarge(maxBytes: number): HttpProblem {
  return new HttpProblem("body_too_large", `The body is larger than ${maxBytes / 1_000_000} MB.`);
}

/** Where, without repeating what was sent: the parser's own message quotes it. */
function jsonPosition(error: unknown, text: string): string {
  if (text.trim() === "") return ": it is empty";
  const match = error instanceof Error ? /at position (\d+)/.exec(error.message) : null;
  return match ? ` (at position ${match[1]})` : "";
}
