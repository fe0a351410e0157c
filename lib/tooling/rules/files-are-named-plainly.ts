import { isSource } from "@/lib/tooling/parse-source";
import type { Finding, Rule } from "@/lib/tooling/rule";

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.(db|pg))?(\.(test|spec|config))?\.[a-z]+$/;
const SAYS_NOTHING = /(^|\/)(utils?|helpers?|misc|shared)(\.|\/)/;

export const filesAreNamedPlainly: Rule = {
  name: "files-are-named-plainly",
  instead:
    "Name a file in kebab-case after the one verb or noun it exports; import it by that name, not through an index.",
  check: (files) =>
    files
      .filter(({ path }) => isSource(path) && /^(app|components|lib|e2e)\//.test(path))
      .flatMap(({ path }): Finding[] => {
        const name = path.slice(path.lastIndexOf("/") + 1);
        const at = (message: string) => [{ path, line: 0, message }];
        if (/^index\.[a-z]+$/.test(name)) return at("a barrel hides where things are");
        if (!KEBAB.test(name)) return at("not kebab-case");
        return SAYS_NOTHING.test(path) ? at("a name that says nothing") : [];
      }),
};
