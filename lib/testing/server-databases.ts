import postgres from "postgres";

/** The same server and login, another database. */
export function databaseUrl(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** Statements that PostgreSQL allows only outside a transaction (CREATE and DROP DATABASE), one after the other. */
export async function runAsOwner(url: string, ...statements: string[]): Promise<void> {
  const connection = postgres(url, { max: 1, onnotice: () => {} });
  try {
    for (const statement of statements) await connection.unsafe(statement);
  } finally {
    await connection.end({ timeout: 5 });
  }
}
