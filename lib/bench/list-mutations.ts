import { SOURCE_TYPES } from "@/lib/contracts/choices";
import { GATES } from "@/lib/engine/gate/decide-admission";
import { decideCase, SITUATIONS } from "@/lib/testing/gate-cases";

/** What gets in when one gate is taken away, gate by gate: a table of the cases that then come out otherwise. */
export function listMutations(): string[] {
  const lines: string[] = [];
  for (const gate of GATES) {
    const others = GATES.filter((one) => one !== gate);
    const changed = SITUATIONS.flatMap((situation) =>
      SOURCE_TYPES.flatMap((sourceType) => {
        const before = decideCase(situation, sourceType);
        const after = decideCase(situation, sourceType, others);
        return before === after ? [] : [{ situation: situation.name, sourceType, before, after }];
      }),
    );
    const admitted = changed.filter(
      ({ before, after }) =>
        /^(?:refused|quarantined)/.test(before) && !/^(?:refused|quarantined)/.test(after),
    );
    lines.push(
      `without ${gate.gate.padEnd(20)} ${String(changed.length).padStart(3)} of ${SITUATIONS.length * SOURCE_TYPES.length} come out otherwise, ${String(admitted.length).padStart(3)} get in`,
    );
    for (const name of [...new Set(admitted.map(({ situation }) => situation))])
      lines.push(`    lets in: ${name}`);
    if (changed.length === 0) lines.push("    NOTHING SHOWS IT");
  }
  return lines;
}
