import type { ChannelName } from "@/lib/contracts/retrievals";
import { EngineError } from "@/lib/engine/errors";
import { FailedStatement } from "@/lib/platform/hide-parameters";

/** What an attempt does without: each is asked for after the one before it failed. */
const ATTEMPTS: readonly (readonly ChannelName[])[] = [[], ["vector"], ["vector", "full_text"]];
/** An index that is damaged or gone, vectors that do not fit, no room, no time: what asks less of them may still answer. */
const PARTIAL = /^(?:57014|55P03|22000|42P01|42703|53...|58...|XX00.)$/;
/** The database itself is out of reach. */
const GONE = /^(?:08...|57P0.|E[A-Z]+|CONNECTION_\w+|CONNECT_\w+)$/;

/**
 * Answers with what still works. Each attempt is a transaction of its own, because a statement that failed takes its own
 * along. What an attempt goes without it must tell; whether it may is for the risk to say.
 * @throws EngineError `unavailable` when nothing answers, and whatever has nothing to do with the database
 */
export async function answerDegraded<T>(
  attempt: (lacking: readonly ChannelName[]) => Promise<T>,
  warn: (fields: Record<string, unknown>, message: string) => void,
): Promise<T> {
  for (const [index, lacking] of ATTEMPTS.entries()) {
    try {
      return await attempt(lacking);
    } catch (error) {
      const code = error instanceof FailedStatement ? error.code : null;
      if (code === null || !(PARTIAL.test(code) || GONE.test(code))) throw error;
      warn({ code, lacking }, "a search failed");
      if (GONE.test(code) || index === ATTEMPTS.length - 1) {
        throw new EngineError("unavailable", "The database does not answer: nothing was read.", {
          cause: error,
        });
      }
    }
  }
  throw new Error("no attempt was made");
}
