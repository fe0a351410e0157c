import { customType, text, timestamp } from "drizzle-orm/pg-core";

/** First column of every tenant table and of every key in it: the same type everywhere, never changed. */
export const tenantId = () => text("tenant_id").notNull();

/** An instant with millisecond precision, UTC. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/** A range of instants, half-open. Read and written as text in SQL; see statements on memory_periods. */
export const instantRange = customType<{ data: string }>({ dataType: () => "tstzrange" });

/** Several such ranges. */
export const instantRanges = customType<{ data: string }>({ dataType: () => "tstzmultirange" });

/** Lexemes with positions, made by the application's analyser, not by a text-search configuration. */
export const lexemes = customType<{ data: string }>({ dataType: () => "tsvector" });

/** No dimension: rows of several models stand side by side, each named by its model column. */
export const halfVector = customType<{ data: number[]; driverData: string }>({
  dataType: () => "halfvec",
  toDriver: (vector) => `[${vector.join(",")}]`,
  fromDriver: (text) => JSON.parse(text) as number[],
});

/**
 * What a row says that is kept under a data key (what is of high sensitivity, or everything by policy), as ciphertext,
 * and that key. The readable columns of such a row are empty (see lib/store/sealing). Null in both for everything else.
 */
export const sealedColumns = () => ({ keyId: text("key_id"), sealed: text("sealed") });
