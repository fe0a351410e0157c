import type { Rule } from "@/lib/tooling/rule";

const REFUSED: { pattern: RegExp; what: string }[] = [
  { pattern: /\bregistry\.[a-z0-9-]+\.[a-z]{2,}\b/i, what: "the host of a package registry" },
  { pattern: /\b(?:deb|ftp|security|snapshot)\.debian\.[a-z]{2,}\b/i, what: "the host of a package archive" },
  { pattern: /"resolved":\s*"http/i, what: "the host a package came from" },
  { pattern: /(?:^|[\s"'`(=])\/(?:work|root|home\/[a-z]+)\/[\w.-]/m, what: "a folder of one machine" },
];

/** The repository is the same wherever it is checked out, and whichever mirror packages come from. */
export const namesNoMachine: Rule = {
  name: "names-no-machine",
  instead: "Leave hosts to npm's and apt's own settings; write paths relative to the repository.",
  check: (files) =>
    files.flatMap((file) =>
      file.text.split("\n").flatMap((text, index) =>
        REFUSED.filter(({ pattern }) => pattern.test(text)).map(({ what }) => ({
          path: file.path,
          line: index + 1,
          message: what,
        })),
      ),
    ),
};
