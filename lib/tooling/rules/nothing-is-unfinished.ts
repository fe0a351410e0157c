import { isSource } from "@/lib/tooling/parse-source";
import type { Rule } from "@/lib/tooling/rule";

// Assembled, so that this file does not find itself.
const MARKS = new RegExp(`\\b(${["TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK"].join("|")})\\b`);

export const nothingIsUnfinished: Rule = {
  name: "nothing-is-unfinished",
  instead: "Finish it, or leave it out and say so where the reader looks for it.",
  check: (files) =>
    files
      .filter(({ path }) => isSource(path) || /\.(css|sql|md)$/.test(path))
      .flatMap((file) =>
        file.text
          .split("\n")
          .flatMap((text, index) =>
            MARKS.test(text)
              ? [{ path: file.path, line: index + 1, message: "a mark of unfinished work" }]
              : [],
          ),
      ),
};
