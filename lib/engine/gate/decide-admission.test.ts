import { describe, expect, it } from "vitest";
import { GATES } from "@/lib/engine/gate/decide-admission";
import { GATE_SIGNALS } from "@/lib/contracts/gates";
import { decideCase, listMatrix, SITUATIONS } from "@/lib/testing/gate-cases";

describe("the verdict matrix", () => {
  it("is the one that is written down: a change of any rule shows", async () => {
    await expect(`${listMatrix().join("\n")}\n`).toMatchFileSnapshot("./verdict-matrix.txt");
  });

  it.each(GATES.map((gate) => [gate.gate, gate] as const))("changes without the %s gate", (name, gate) => {
    const others = GATES.filter((one) => one !== gate);
    const changed = SITUATIONS.filter((situation) => {
      const sourceType = situation.sourceTypes?.[0] ?? "user_statement";
      return decideCase(situation, sourceType) !== decideCase(situation, sourceType, others);
    });
    expect(changed.map((situation) => situation.name)).toEqual(
      expect.arrayContaining(SITUATIONS.filter((one) => one.gate === name).map((one) => one.name)),
    );
    expect(changed.length).toBeGreaterThan(0);
  });

  it("changes without any single rule that can answer", () => {
    const unseen = GATES.flatMap((gate) =>
      gate.rules.slice(0, -1).flatMap((rule) => {
        const without = { ...gate, rules: gate.rules.filter((one) => one !== rule) };
        const gates = GATES.map((one) => (one === gate ? without : one));
        return listMatrix(gates).join() === listMatrix().join() && rule.verdict !== "pass" ? [rule.code] : [];
      }),
    );
    // Nothing known makes a redaction fail; the rule stands for what is not known.
    expect(unseen).toEqual(["redaction_failed"]);
  });

  it("has a reader for every signal, and only one", () => {
    const read = GATES.flatMap((gate) => Object.keys(gate.signals)).sort();
    expect(read).toEqual([...GATE_SIGNALS].sort());
  });

  it("ends every gate with a rule that always answers", () => {
    for (const gate of GATES) expect(gate.rules.at(-1)?.when).toEqual({});
  });
});
