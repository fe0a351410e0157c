import ts from "typescript";
import { dottedName, findingAt, isTest, listExportedValues, parseSource } from "@/lib/tooling/parse-source";
import type { Rule } from "@/lib/tooling/rule";

const WRAPPER = "mountRoute";

/** Routes that something else makes, and why that is safe. */
const EXCEPTIONS: Record<string, string> = {
  "app/api/auth/[...nextauth]/route.ts": "the sign-in library makes its own handler",
  "app/api/health/route.ts": "answers monitors without a key; says only that the process lives",
  "app/api/ready/route.ts": "answers monitors without a key; names parts and versions, nothing of a tenant",
};

export const routesUseTheWrapper: Rule = {
  name: "routes-use-the-wrapper",
  instead: `Define the route with its schemas, scopes and handler in lib/server/routes and export ${WRAPPER}(…) of it.`,
  check: (files) =>
    files
      .filter(({ path }) => /^app\/(.*\/)?route\.tsx?$/.test(path) && !isTest(path) && !(path in EXCEPTIONS))
      .flatMap((file) => {
        const exported = listExportedValues(parseSource(file));
        if (exported.length === 0)
          return [{ path: file.path, line: 0, message: "a route that exports nothing" }];
        return exported
          .filter(({ value }) => {
            // `export const dynamic = "force-dynamic"` and the like are settings, not handlers.
            if (value && ts.isStringLiteral(value)) return false;
            return !(value && ts.isCallExpression(value) && dottedName(value.expression) === WRAPPER);
          })
          .map(({ name, node }) => findingAt(file, node, `${name} is not made by ${WRAPPER}`));
      }),
};
