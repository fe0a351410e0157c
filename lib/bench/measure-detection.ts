import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { findSecrets } from "@/lib/engine/policy/detect-secrets";
import { findPersonalData } from "@/lib/engine/policy/personal-data/find-personal-data";

/** One case of a file: what a text holds, in any of the shapes that such collections come in. */
interface Case {
  kind: string;
  text: string;
  /** How many are in it; null = at least one. */
  expected: number | null;
  value: string | null;
  secret: boolean;
}

export interface KindResult {
  kind: string;
  present: number;
  found: number;
  absent: number;
  wronglyFound: number;
  missed: string[];
  wrong: string[];
}

const turn = (text: string) =>
  text.replace(/[a-z]/gi, (char) => {
    const base = char <= "Z" ? 65 : 97;
    return String.fromCharCode(((char.charCodeAt(0) - base + 13) % 26) + base);
  });

function toCase(entry: Record<string, unknown>): Case | null {
  const rotated = typeof entry.text_rot13 === "string" ? turn(entry.text_rot13) : null;
  const text = rotated ?? (typeof entry.text === "string" ? entry.text : null);
  if (text === null) return null;
  const kind = String(entry.entity ?? entry.type ?? entry.rule ?? "unnamed");
  const count = entry.expected_count;
  const there =
    entry.expect === true || entry.expect === "secret" || (typeof count === "number" && count > 0);
  return {
    kind,
    text,
    expected: there ? null : 0,
    value: typeof entry.value === "string" ? entry.value : null,
    secret: rotated !== null,
  };
}

/** Every JSON file of a folder that holds a list of cases; values may be in ROT13 so that scanners leave the file alone. */
export async function loadCases(folder: string): Promise<Case[]> {
  const cases: Case[] = [];
  for (const name of (await readdir(folder)).filter((file) => file.endsWith(".json")).sort()) {
    const parsed: unknown = JSON.parse(await readFile(join(folder, name), "utf8"));
    if (!Array.isArray(parsed)) continue;
    for (const entry of parsed) {
      const one = toCase(entry as Record<string, unknown>);
      if (one) cases.push(one);
    }
  }
  return cases;
}

/** What is found where something is, and where nothing is, kind by kind; and how long looking takes. */
export function measureDetection(cases: readonly Case[]): {
  results: KindResult[];
  microsPerKilobyte: number;
} {
  const results = new Map<string, KindResult>();
  let bytes = 0;
  // Once before it is timed: the first look compiles the patterns.
  for (const { text } of cases) findPersonalData(text, findSecrets(text)[0]?.kind ?? "");
  const started = performance.now();
  for (const one of cases) {
    const key = `${one.secret ? "secret" : "personal"} ${one.kind}`;
    const result = results.get(key) ?? {
      kind: key,
      present: 0,
      found: 0,
      absent: 0,
      wronglyFound: 0,
      missed: [],
      wrong: [],
    };
    results.set(key, result);
    bytes += Buffer.byteLength(one.text);
    const spans = [...findSecrets(one.text), ...(one.secret ? [] : findPersonalData(one.text))];
    const hit = one.value
      ? spans.some((span) => one.text.slice(span.start, span.end).includes(one.value ?? ""))
      : spans.length > 0;
    if (one.expected === null) {
      result.present += 1;
      if (hit) result.found += 1;
      else result.missed.push(one.text);
    } else {
      result.absent += 1;
      if (spans.length > 0) {
        result.wronglyFound += 1;
        result.wrong.push(`${spans[0]?.kind}: ${one.text}`);
      }
    }
  }
  const took = performance.now() - started;
  return { results: [...results.values()], microsPerKilobyte: (1000 * took) / Math.max(1, bytes / 1024) };
}

const share = (part: number, whole: number) => (whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`);

export function printDetection(
  measured: ReturnType<typeof measureDetection>,
  options: { show: boolean },
): string[] {
  const lines = ["kind                                     recall           false positives"];
  const total = (results: readonly KindResult[]) => ({
    present: results.reduce((sum, one) => sum + one.present, 0),
    found: results.reduce((sum, one) => sum + one.found, 0),
    absent: results.reduce((sum, one) => sum + one.absent, 0),
    wronglyFound: results.reduce((sum, one) => sum + one.wronglyFound, 0),
  });
  const row = (name: string, one: ReturnType<typeof total>) =>
    `${name.padEnd(40)} ${share(one.found, one.present).padEnd(8)} ${`${one.found}/${one.present}`.padEnd(8)} ${share(one.wronglyFound, one.absent).padEnd(8)} ${one.wronglyFound}/${one.absent}`;
  for (const one of measured.results) {
    lines.push(row(one.kind, one));
    if (options.show) {
      for (const text of one.missed) lines.push(`    missed  ${JSON.stringify(text).slice(0, 160)}`);
      for (const text of one.wrong) lines.push(`    wrong   ${JSON.stringify(text).slice(0, 160)}`);
    }
  }
  lines.push(row("all secrets", total(measured.results.filter((one) => one.kind.startsWith("secret")))));
  lines.push(
    row("all personal data", total(measured.results.filter((one) => one.kind.startsWith("personal")))),
  );
  lines.push(`${Math.round(measured.microsPerKilobyte)} µs for a kilobyte`);
  return lines;
}
