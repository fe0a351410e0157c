import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RepositoryFile } from "@/lib/tooling/rule";

const NOT_OURS = /^(node_modules|\.git|\.next|\.keepsake.*|test-results|playwright-report|gallery|meta)$/;
const TEXT = /\.(ts|tsx|mts|mjs|cjs|json|md|css|sql|svg|yml|yaml)$|^\.(npmrc|gitignore)$|^(run|LICENSE)$/;
const GENERATED = /^next-env\.d\.ts$|\.tsbuildinfo$/;

/** Every text file of the repository; what tools make is left out. */
export function readRepository(root: string, folder = ""): RepositoryFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.test(entry.name) || GENERATED.test(entry.name)) return [];
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return readRepository(root, path);
    return TEXT.test(entry.name) ? [{ path, text: readFileSync(join(root, path), "utf8") }] : [];
  });
}
