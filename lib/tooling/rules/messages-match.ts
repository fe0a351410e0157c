import type { Finding, RepositoryFile, Rule } from "@/lib/tooling/rule";

const ENGLISH = "lib/contracts/messages/en.json";
const CHINESE = "lib/contracts/messages/zh-CN.json";

function flatten(value: unknown, prefix = ""): [string, string][] {
  if (typeof value !== "object" || value === null) return [[prefix, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) =>
    flatten(inner, prefix === "" ? key : `${prefix}.${key}`),
  );
}

/** Names of the arguments and tags a message takes: `{count, plural, one {# file} other {{name}}}` gives `count name`. */
function argumentsOf(message: string): string {
  const names = new Set([...message.matchAll(/<([a-z]\w*)>/g)].map((match) => `<${match[1]}>`));
  let at = 0;
  /** Reads text up to the brace that closes it; what stands in braces in text is an argument. */
  const readText = (): void => {
    while (at < message.length && message[at] !== "}") {
      if (message[at] === "{") readArgument();
      else at += 1;
    }
    at += 1;
  };
  const readArgument = (): void => {
    const [head = "", name = "", after] = /^\{\s*(\w+)\s*([,}]?)/.exec(message.slice(at)) ?? [message[at]];
    at += head.length;
    if (name !== "") names.add(name);
    if (after !== ",") return;
    // `plural, one {…} other {…}`: what stands in braces here is a branch, which is text again.
    while (at < message.length && message[at] !== "}") {
      at += 1;
      if (message[at - 1] === "{") readText();
    }
    at += 1;
  };
  while (at < message.length) readText();
  return [...names].sort().join(" ");
}

function read(file: RepositoryFile): Map<string, string> {
  return new Map(flatten(JSON.parse(file.text)));
}

function compare(from: Map<string, string>, to: Map<string, string>, path: string): Finding[] {
  return [...from.keys()]
    .filter((key) => !to.has(key))
    .map((key) => ({ path, line: 0, message: `"${key}" is missing` }));
}

export const messagesMatch: Rule = {
  name: "messages-match",
  instead: "Give both languages every sentence, with the same arguments.",
  check: (files) => {
    const [english, chinese] = [ENGLISH, CHINESE].map((path) => files.find((file) => file.path === path));
    if (!english || !chinese) {
      return [{ path: english ? CHINESE : ENGLISH, line: 0, message: "the file of messages is missing" }];
    }
    const [en, zh] = [read(english), read(chinese)];
    const findings = [...compare(en, zh, CHINESE), ...compare(zh, en, ENGLISH)];
    for (const [key, message] of en) {
      const other = zh.get(key);
      if (other === undefined) continue;
      if (message.trim() === "") findings.push({ path: ENGLISH, line: 0, message: `"${key}" is empty` });
      if (other.trim() === "") findings.push({ path: CHINESE, line: 0, message: `"${key}" is empty` });
      // A plural may need its number in one language and not in the other, but never another argument.
      if (argumentsOf(message) !== argumentsOf(other)) {
        const [wanted, got] = [argumentsOf(message), argumentsOf(other)];
        findings.push({
          path: CHINESE,
          line: 0,
          message: `"${key}" takes (${got}) where English takes (${wanted})`,
        });
      }
    }
    return findings;
  },
};
