import { notFound } from "next/navigation";
import { EngineError } from "@/lib/engine/errors";

/** What a page is about; what is not there, or not this reader's to see, is the same missing page. */
export async function loadOrNotFound<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof EngineError && error.code === "not_found") notFound();
    throw error;
  }
}
