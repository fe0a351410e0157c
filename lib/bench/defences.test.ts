import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { DEFENCES } from "@/lib/bench/defences";

it.each(DEFENCES.map((defence) => [defence.name, defence] as const))(
  "%s is where the table says, once, and so are its tests",
  (_, { file, from, test }) => {
    expect(readFileSync(file, "utf8").split(from)).toHaveLength(2);
    expect(existsSync(test.file)).toBe(true);
  },
);
