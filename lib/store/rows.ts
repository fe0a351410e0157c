import type { SQL } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";

/** The two drivers answer in two shapes ({ rows } and an array); this is the one place that knows. */
export async function queryRows<T>(tx: Tx, statement: SQL): Promise<T[]> {
  const result: unknown = await tx.execute(statement);
  if (Array.isArray(result)) return result as T[];
  return (result as { rows: T[] }).rows;
}

/** An instant as either driver gives it, as a Date. */
export function toInstant(value: unknown): Date {
  if (value instanceof Date) return value;
  if (typeof value === "string") {
    // "2026-10-28 00:00:00.5+00" is what PostgreSQL prints; ISO wants a T and minutes in the offset.
    const iso = value.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00");
    const date = new Date(iso);
    if (!Number.isNaN(date.getTime())) return date;
  }
  throw new Error(`not an instant: ${typeof value}`);
}

export function toInstantOrNull(value: unknown): Date | null {
  return value === null || value === undefined ? null : toInstant(value);
}

/** The SQLSTATE of a failed statement, wherever the driver and drizzle put it. */
export function sqlState(error: unknown): string | null {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    const code = (current as { code?: unknown }).code;
    if (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return null;
}
