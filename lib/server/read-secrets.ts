import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Environment } from "@/lib/platform/env";
import type { DatabaseLocation } from "@/lib/store/client";

export interface Secrets {
  /** Wraps and peppers everything that is kept as a keyed digest. */
  masterKey: string;
  /** Signs the session cookies. */
  sessionSecret: string;
}

/**
 * From the environment; for the embedded database else from `secrets.json` beside it (mode 600), made on the first
 * start. A shared database must be given its secrets: several processes need the same ones.
 * @throws Error saying what is missing and how to make it
 */
export function readSecrets(environment: Environment, location: DatabaseLocation): Secrets {
  const { KEEPSAKE_MASTER_KEY: masterKey, NEXTAUTH_SECRET: sessionSecret } = environment;
  if (masterKey && sessionSecret) return { masterKey, sessionSecret };
  if (location.kind === "server") {
    if (environment.NODE_ENV === "production" || !masterKey) {
      throw new Error(
        "With DATABASE_URL, set KEEPSAKE_MASTER_KEY and NEXTAUTH_SECRET: the same ones for every process.",
      );
    }
    return { masterKey, sessionSecret: sessionSecret ?? makeSecret() };
  }
  if (location.dataDir === null) {
    return { masterKey: masterKey ?? makeSecret(), sessionSecret: sessionSecret ?? makeSecret() };
  }
  const file = join(dirname(location.dataDir), "secrets.json");
  const stored = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>) : {};
  const storedText = (name: string) => (typeof stored[name] === "string" ? stored[name] : undefined);
  const found = {
    KEEPSAKE_MASTER_KEY: storedText("KEEPSAKE_MASTER_KEY"),
    NEXTAUTH_SECRET: storedText("NEXTAUTH_SECRET"),
  };
  if (!masterKey && !found.KEEPSAKE_MASTER_KEY && existsSync(join(location.dataDir, "PG_VERSION"))) {
    throw new Error(
      `${file} with KEEPSAKE_MASTER_KEY is gone, and a new key could not read what is stored. Put it back.`,
    );
  }
  const complete = {
    KEEPSAKE_MASTER_KEY: found.KEEPSAKE_MASTER_KEY ?? masterKey ?? makeSecret(),
    NEXTAUTH_SECRET: found.NEXTAUTH_SECRET ?? sessionSecret ?? makeSecret(),
  };
  if (!found.KEEPSAKE_MASTER_KEY || !found.NEXTAUTH_SECRET) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // Written beside and renamed, so that a crash never leaves half a key.
    writeFileSync(`${file}.new`, `${JSON.stringify(complete, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return {
    masterKey: masterKey ?? complete.KEEPSAKE_MASTER_KEY,
    sessionSecret: sessionSecret ?? complete.NEXTAUTH_SECRET,
  };
}

function makeSecret(): string {
  return randomBytes(32).toString("base64url");
}
