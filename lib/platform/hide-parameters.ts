/**
 * A statement that failed, as the rest of the program may know it. Whoever prints an error, be it our log or the web
 * framework, prints all that hangs on it; so neither the statement's parameters nor the row that a database quotes in
 * its detail hang on this one.
 */
export class FailedStatement extends Error {
  /** The SQLSTATE, or the system's code for a connection that broke; null when neither is known. */
  readonly code: string | null;

  constructor(code: string | null, reason: string) {
    super(`a statement failed (${code ?? "no code"})${reason && `: ${reason}`}`);
    this.name = "FailedStatement";
    this.code = code;
  }

  /** By name, not by identity: a bundler gives the server's start and its routes a copy of this class each. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "FailedStatement" && "code" in value;
  }
}

/**
 * An error without the parameters of the statement that caused it. A failure of ours keeps its words and its code, and
 * only its cause is cleaned; what has nothing to do with a statement comes back as it is.
 */
export function hideParameters(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof FailedStatement) return error;
  const ofStatement = ("query" in error && "params" in error) || isSqlState(readCode(error));
  if (!ofStatement) {
    if (error.cause instanceof Error) error.cause = hideParameters(error.cause);
    return error;
  }
  const origin = error.cause instanceof Error ? error.cause : error;
  const code = readCode(origin);
  const hidden = new FailedStatement(code, readReason(origin, code));
  // Where it happened, without the message that a stack begins with.
  const stack = error.stack ?? "";
  const frames = stack.startsWith(`${error.name}: ${error.message}`)
    ? stack.slice(`${error.name}: ${error.message}`.length)
    : "";
  hidden.stack = `${hidden.name}: ${hidden.message}${frames}`;
  return hidden;
}

const isSqlState = (code: string | null): boolean => code !== null && /^[0-9A-Z]{5}$/.test(code);

function readCode(error: Error): string | null {
  const { code } = error as { code?: unknown };
  return typeof code === "string" && /^[A-Z0-9_]{3,40}$/.test(code) ? code : null;
}

/** The first line of what the database says; nothing where that line quotes a value it could not take (class 22). */
function readReason(origin: Error, code: string | null): string {
  if (code === null || code.startsWith("22")) return "";
  return (origin.message.split("\n")[0] ?? "").slice(0, 300);
}
