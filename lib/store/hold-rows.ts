import { getTableColumns, getTableName, type InferInsertModel } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { channelOf } from "@/lib/store/channel";
import type { Tx } from "@/lib/store/client";

/** What is no row of a table but a change of one that stands (see write_rows in drizzle/0012). */
export interface HeldChanges {
  closed_periods: { period_id: string; at: Date };
  changed_memories: {
    memory_id: string;
    status: string;
    status_reason: string | null;
    confirmation: string;
    claim_state: string;
    ended_at: Date | null;
    authority: number;
    trust: number;
    superseded_by: string | null;
    contradicted: boolean;
    retired_at: Date | null;
    state_revision: number;
    updated_at: Date;
  };
  changed_facts: { fact_id: string; known_bound: Date; revisions: number | null };
}

const TABLES = new Set([
  "facts",
  "events",
  "event_payloads",
  "event_inputs",
  "memories",
  "memory_contents",
  "memory_sources",
  "memory_periods",
  "memory_transitions",
  "candidates",
  "gate_decisions",
  "conflicts",
  "outbox",
  "audit_log",
]);

type Row = Record<string, unknown>;

/** Rows of one table, in the transaction from here on (see held-rows). */
export function holdRows<T extends PgTable>(
  tx: Tx,
  table: T,
  tenantId: string,
  rows: readonly InferInsertModel<T>[],
): void {
  if (rows.length === 0) return;
  const { name, encode } = shapeOf(table);
  channelOf(tx).held.add(tenantId, name, rows.map(encode));
}

/** Before a fact is changed: of one call only the last change of a row would count, so each fact's has a call to itself. */
export function startFactChange(tx: Tx): void {
  const { held } = channelOf(tx);
  if (held.has("changed_facts")) held.send();
}

/** Changes of rows that stand. They stand already or are held themselves: new rows go in before changes. */
export function holdChanges<K extends keyof HeldChanges>(
  tx: Tx,
  name: K,
  tenantId: string,
  changes: readonly HeldChanges[K][],
): void {
  if (changes.length > 0) channelOf(tx).held.add(tenantId, name, changes as readonly Row[]);
}

/** A row by the names of its columns; what is null is left out. */
export function encodeRow<T extends PgTable>(table: T, row: InferInsertModel<T>): Row {
  return shapeOf(table).encode(row);
}

interface Shape {
  name: string;
  encode(row: Row): Row;
}

const shapes = new WeakMap<PgTable, Shape>();

function shapeOf(table: PgTable): Shape {
  const known = shapes.get(table);
  if (known) return known;
  const name = getTableName(table);
  if (!TABLES.has(name)) throw new Error(`write_rows puts no rows into ${name}`);
  const columns = Object.entries(getTableColumns(table)).map(
    ([key, column]) => [key, column.name, column.hasDefault ? column.default : undefined] as const,
  );
  const shape: Shape = {
    name,
    encode: (row) => {
      const written: Row = {};
      for (const [key, column, standard] of columns) {
        const value = row[key] === undefined ? standard : row[key];
        if (value !== undefined && value !== null) written[column] = encodeValue(value);
      }
      return written;
    },
  };
  shapes.set(table, shape);
  return shape;
}

/** As PostgreSQL reads it from a JSON document: instants and numbers as JSON has them, bytes in hex. */
function encodeValue(value: unknown): unknown {
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString("hex")}` : value;
}
