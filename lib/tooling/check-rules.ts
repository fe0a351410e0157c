import { ALL_RULES } from "@/lib/tooling/all-rules";
import { readRepository } from "@/lib/tooling/read-repository";

// `node --import tsx lib/tooling/check-rules.ts`: names every violation with what to do instead; ends with 1 if any.
const files = readRepository(process.cwd());
let count = 0;
for (const rule of ALL_RULES) {
  const findings = rule.check(files);
  if (findings.length === 0) continue;
  count += findings.length;
  console.error(`\n${rule.name}: ${rule.instead}`);
  for (const { path, line, message } of findings)
    console.error(`  ${line > 0 ? `${path}:${line}` : path}  ${message}`);
}
console.log(
  count === 0 ? `${ALL_RULES.length} rules, ${files.length} files: nothing found.` : `\n${count} findings.`,
);
process.exit(count === 0 ? 0 : 1);
