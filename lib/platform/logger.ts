import pino from "pino";

/**
 * Ids, counts and codes go to the log, never content: a memory that was erased must not live on in a log file. The
 * redaction list is the net under that habit.
 */
export interface Logger {
  debug(fields: Record<string, unknown>, message: string): void;
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

export function createLogger(level: string): Logger {
  return pino({
    level,
    redact: {
      paths: [
        "content",
        "statement",
        "value",
        "query",
        "quote",
        "password",
        "secret",
        "authorization",
        "*.content",
        "*.statement",
        "*.value",
        "*.quote",
      ],
      censor: "[redacted]",
    },
  });
}
