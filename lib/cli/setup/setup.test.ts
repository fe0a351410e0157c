import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { lockDirectory } from "@/lib/store/lock-directory";
import { checkNode } from "./check-node.mjs";
import { checkNotRunning } from "./check-not-running.mjs";
import { hashSources } from "./hash-sources.mjs";
import { isInstalled } from "./install-packages.mjs";
import { toRelease } from "./install-postgres.mjs";
import { loadSecrets } from "./load-secrets.mjs";
import { SetupError } from "./setup-error.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "keepsake-setup-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

describe("Node", () => {
  test("older than 20.9 is refused with what to do", () => {
    expect(() => checkNode("18.20.1")).toThrow(/needs Node 20\.9 or newer; this is Node 18\.20\.1/);
    expect(() => checkNode("20.8.0")).toThrow(SetupError);
    for (const version of ["20.9.0", "22.1.0"]) expect(() => checkNode(version)).not.toThrow();
  });
});

describe("packages", () => {
  const lock = (packages: object) => JSON.stringify({ packages });

  test("are installed when every required one is there in its version", () => {
    write(
      "package-lock.json",
      lock({
        "": {},
        "node_modules/a": { version: "1" },
        "node_modules/b": { version: "2", optional: true },
      }),
    );
    expect(isInstalled(folder)).toBe(false);
    write("node_modules/.package-lock.json", lock({ "node_modules/a": { version: "1" } }));
    expect(isInstalled(folder)).toBe(true);
    write("node_modules/.package-lock.json", lock({ "node_modules/a": { version: "0" } }));
    expect(isInstalled(folder)).toBe(false);
  });
});

describe("a build", () => {
  test("is due after a change of what it is made of, and of nothing else", () => {
    write("app/page.tsx", "one");
    write("lib/engine/engine.ts", "one");
    const before = hashSources(folder);
    write("lib/engine/engine.test.ts", "two");
    write("lib/testing/harness.ts", "two");
    write("lib/cli/start.mjs", "two");
    write("README.md", "two");
    expect(hashSources(folder)).toBe(before);
    write("lib/engine/engine.ts", "two");
    const changed = hashSources(folder);
    expect(changed).not.toBe(before);
    write("lib/engine/renamed.ts", "two");
    rmSync(join(folder, "lib/engine/engine.ts"));
    expect(hashSources(folder)).not.toBe(changed);
  });
});

describe("secrets", () => {
  const load = (environment: Record<string, string>, create = true) =>
    loadSecrets({ environment: environment as NodeJS.ProcessEnv, dataDir: join(folder, "data"), create });

  test("are made once, for their owner alone, and found again", () => {
    const first = load({});
    expect(first.KEEPSAKE_MASTER_KEY).toMatch(/^[\w-]{43}$/);
    expect(first.NEXTAUTH_SECRET).not.toBe(first.KEEPSAKE_MASTER_KEY);
    expect(statSync(join(folder, "data/secrets.json")).mode & 0o777).toBe(0o600);
    expect(load({})).toEqual(first);
    expect(load({ NEXTAUTH_SECRET: "given" })).toEqual({ ...first, NEXTAUTH_SECRET: "given" });
  });

  test("of the environment are never written down", () => {
    expect(load({ KEEPSAKE_MASTER_KEY: "m", NEXTAUTH_SECRET: "s" })).toEqual({
      KEEPSAKE_MASTER_KEY: "m",
      NEXTAUTH_SECRET: "s",
    });
    expect(existsSync(join(folder, "data"))).toBe(false);
  });

  test("are required with a shared database", () => {
    expect(() => load({ DATABASE_URL: "postgres://x", NEXTAUTH_SECRET: "s" })).toThrow(
      /KEEPSAKE_MASTER_KEY must be set/,
    );
    expect(existsSync(join(folder, "data"))).toBe(false);
  });

  test("are not replaced when a database is there that they alone can read", () => {
    write("data/database/PG_VERSION", "18");
    expect(() => load({})).toThrow(/secrets\.json with KEEPSAKE_MASTER_KEY is gone/);
    write("data/secrets.json", "{ half");
    expect(() => load({})).toThrow(/damaged/);
    expect(readFileSync(join(folder, "data/secrets.json"), "utf8")).toBe("{ half");
  });
});

describe("a second server on one data directory", () => {
  const check = () => checkNotRunning(folder);

  test("is refused while the first one lives, and the first is named", async () => {
    write("database", "");
    const lock = await lockDirectory(join(folder, "database"));
    expect(check).toThrow(new RegExp(`running already .*process ${process.pid}`));
    await lock.release();
    expect(check).not.toThrow();
  });

  test("may start after a crash, also when the id was given to another process", () => {
    write("database.lock", JSON.stringify({ pid: 2 ** 22 + 1, started: null }));
    expect(check).not.toThrow();
    write("database.lock", JSON.stringify({ pid: process.pid, started: "1" }));
    expect(check).not.toThrow();
    write("database.lock", "");
    expect(check).not.toThrow();
  });
});

describe("package sources of the next release", () => {
  test("are derived from Debian's own entries in both notations", () => {
    const deb822 = [
      "Types: deb\nURIs: http://mirror.test/debian\nSuites: bookworm bookworm-updates\nComponents: main contrib\nSigned-By: /k.gpg",
      "Types: deb\nURIs: http://mirror.test/debian-security\nSuites: bookworm-security\nComponents: main",
      "Types: deb\nURIs: http://vendor.test\nSuites: nodistro\nComponents: main",
      "Types: deb\nEnabled: no\nURIs: http://off.test/debian\nSuites: bookworm\nComponents: main",
    ].join("\n\n");
    expect(toRelease(deb822, "bookworm", "trixie")).toBe(
      "Types: deb\nURIs: http://mirror.test/debian\nSuites: trixie trixie-updates\nComponents: main contrib\nSigned-By: /k.gpg\n" +
        "\nTypes: deb\nURIs: http://mirror.test/debian-security\nSuites: trixie-security\nComponents: main\n",
    );
    const oneLine =
      "deb [signed-by=/k.gpg] http://mirror.test/debian bookworm main\ndeb http://vendor.test sdk-bookworm main\n";
    expect(toRelease(oneLine, "bookworm", "trixie")).toContain(
      "URIs: http://mirror.test/debian\nSuites: trixie\nComponents: main",
    );
    expect(toRelease(oneLine, "bookworm", "trixie")).not.toContain("vendor");
    expect(toRelease("", "bookworm", "trixie")).toBe("");
  });
});
