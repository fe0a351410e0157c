import pino, { type DestinationStream } from "pino";

export type { DestinationStream };
import { hideParameters } from "@/lib/platform/hide-parameters";

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

/** @param destination where the lines go; standard output unless told otherwise */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    serializers: { err: (error) => pino.stdSerializers.err(hideParameters(error) as Error) },
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
  };
  return destination ? pino(options, destination) : pino(options);
}
