import { EngineError } from "@/lib/engine/errors";

/**
 * A page of a list. A cursor that is not ours (mistyped, or from an older version) means the first page with a quiet
 * note, never a failure.
 */
export async function loadPage<T>(
  cursor: string | null | undefined,
  load: (position: { cursor?: string }) => Promise<T>,
): Promise<{ list: T; cursorIgnored: boolean }> {
  if (!cursor) return { list: await load({}), cursorIgnored: false };
  try {
    return { list: await load({ cursor }), cursorIgnored: false };
  } catch (error) {
    if (error instanceof EngineError && error.code === "meaningless") {
      return { list: await load({}), cursorIgnored: true };
    }
    throw error;
  }
}
