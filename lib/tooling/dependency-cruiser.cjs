// Who may import what. Each comment says what to do instead. Type-only imports count, except where a rule says otherwise.
const STEPS =
  "observe|extract|gate|resolve|commit|indexing|retrieve|pack|use|revise|review|forget|erase|consolidate";
const TEST = "\\.test\\.tsx?$";
/** Where execution begins: Next's own file names, commands, and what a tool's configuration names. */
const ENTRIES = [
  "^app/.*(?<![-\\w])(page|layout|route|loading|error|global-error|not-found|forbidden|unauthorized|template|default|manifest|robots|icon)\\.tsx?$",
  "^(instrumentation|proxy|next\\.config)\\.ts$",
  "^lib/(cli|bench|tooling)/",
  "^lib/inference/worker/[a-z-]+-worker\\.mjs$",
  "^lib/server/i18n-request\\.ts$",
  "^lib/store/drizzle\\.config\\.ts$",
];
const lib = (names) => `^lib/(${names})/`;
const packages = (names) => `^node_modules/(${names})/`;

/** Everything of ours except the rooms named: what a room with a short list may not import. */
const allBut = (names) => `^(app|components)/|^lib/(?!(${names})/)`;

module.exports = {
  forbidden: [
    {
      name: "no-circular",
      severity: "error",
      comment: "Move what both need into a third module, or pass it in as an argument.",
      from: {},
      // A cycle of types alone is gone before anything runs.
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "no-unresolvable",
      severity: "error",
      comment: "The import leads nowhere: correct its path, or install the package.",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "no-undeclared-package",
      severity: "error",
      comment: "Add the package to package.json; what comes in through another package may leave with it.",
      from: {},
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
    {
      name: "no-development-package",
      severity: "error",
      comment: "What runs in production belongs into dependencies.",
      from: {
        path: "^(app|components|lib)/",
        pathNot: ["\\.test\\.tsx?$", lib("testing|tooling|cli|bench"), "\\.config\\.ts$"],
      },
      to: {
        dependencyTypes: ["npm-dev"],
        dependencyTypesNot: ["type-only"],
        pathNot: "^node_modules/@types/",
      },
    },
    {
      name: "no-unreachable",
      severity: "error",
      comment: "No page, route or command reaches this module: use it or remove it.",
      from: {
        path: ENTRIES,
      },
      to: {
        path: "^(app|components|lib)/",
        pathNot: [...ENTRIES, TEST, "^lib/testing/", "\\.d\\.ts$", "^lib/store/schema/"],
        reachable: false,
      },
    },
    {
      name: "platform-stands-alone",
      severity: "error",
      comment: "Platform knows nothing of memory: pass what it needs in.",
      from: { path: lib("platform"), pathNot: TEST },
      to: { path: allBut("platform") },
    },
    {
      name: "contracts-are-browser-safe",
      severity: "error",
      comment:
        "Contracts are zod schemas that the browser loads too: put the logic into services or the engine.",
      from: { path: lib("contracts"), pathNot: TEST },
      to: { path: allBut("contracts|platform") },
    },
    {
      name: "contracts-need-no-node",
      severity: "error",
      comment: "What needs a Node module does not run in a browser: move it to lib/platform or lib/server.",
      from: { path: lib("contracts"), pathNot: TEST },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "store-is-below-the-engine",
      severity: "error",
      comment:
        "The store takes plain values and types of engine/model; decisions are the engine's and are passed in.",
      from: { path: lib("store"), pathNot: TEST },
      to: { path: allBut("store|platform|engine|contracts") },
    },
    {
      name: "store-takes-no-decisions",
      severity: "error",
      comment:
        "Import the type (`import type`); what a policy or a step works out is passed in by the engine.",
      from: { path: lib("store"), pathNot: TEST },
      to: { path: "^lib/engine/(?!model/|errors\\.ts)", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "database-only-in-store",
      severity: "error",
      comment: "Put the statement into a file of lib/store and call that.",
      from: { path: "^(app|components|lib)/", pathNot: [lib("store|testing|tooling"), TEST] },
      to: { path: packages("drizzle-orm|postgres|@electric-sql/[^/]+|pg-boss") },
    },
    {
      name: "engine-core-is-pure",
      severity: "error",
      comment:
        "Model, policy, ports and errors decide on values alone: let a step read, and hand the values in.",
      from: { path: "^lib/engine/(model|policy)/|^lib/engine/(ports|errors)\\.ts$", pathNot: TEST },
      to: {
        path: `^lib/(store|engine/(${STEPS}))/|^lib/engine/(engine|[a-z]+-path)\\.ts$`,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "steps-never-import-steps",
      severity: "error",
      comment:
        "Compose steps in write-path, read-path or amend-path; share types in engine/model, decisions in engine/policy.",
      from: { path: `^lib/engine/(${STEPS})/`, pathNot: TEST },
      to: { path: `^lib/engine/(${STEPS})/`, pathNot: "^lib/engine/$1/" },
    },
    {
      name: "steps-never-import-paths",
      severity: "error",
      comment: "A path calls its steps, never the other way round.",
      from: { path: `^lib/engine/(${STEPS}|model|policy)/`, pathNot: TEST },
      to: { path: "^lib/engine/[a-z]+-path\\.ts$" },
    },
    {
      name: "engine-is-framework-free",
      severity: "error",
      comment:
        "The engine takes shapes and words from contracts, and the world through ports.ts: add a port; lib/server fills it.",
      from: { path: lib("engine"), pathNot: TEST },
      to: { path: allBut("engine|store|platform|contracts") },
    },
    {
      name: "engine-never-reaches-next-or-react",
      severity: "error",
      comment:
        "Somewhere on the way the engine imports a module that renders or serves: cut that edge with a port.",
      from: { path: lib("engine") },
      to: {
        path: packages("next|react|react-dom|next-auth|next-intl|nuqs|@tanstack/[^/]+"),
        reachable: true,
      },
    },
    {
      name: "inference-fills-ports",
      severity: "error",
      comment: "Embedders and models implement engine/ports.ts and know nothing else of the house.",
      from: { path: lib("inference"), pathNot: TEST },
      to: {
        path: [
          "^(app|components)/",
          "^lib/(?!(inference|platform|engine)/)",
          "^lib/engine/(?!ports\\.ts|errors\\.ts|model/|policy/)",
        ],
      },
    },
    {
      name: "services-use-the-engine-door",
      severity: "error",
      comment: "Call the engine through engine.ts (ctx.engine); its steps and policies are its own affair.",
      from: { path: lib("services"), pathNot: TEST },
      to: { path: `^lib/engine/(${STEPS})/|^lib/engine/[a-z]+-path\\.ts$` },
    },
    {
      name: "services-are-below-transport",
      severity: "error",
      comment:
        "A service is called by routes, actions, jobs and commands: what it needs of them comes in ctx and input.",
      from: { path: lib("services"), pathNot: TEST },
      to: { path: allBut("services|engine|store|contracts|platform") },
    },
    {
      name: "jobs-call-services",
      severity: "error",
      comment: "A job calls the engine's door or a service; it serves no request and renders nothing.",
      from: { path: lib("jobs"), pathNot: TEST },
      to: { path: [allBut("jobs|engine|services|store|platform|contracts"), `^lib/engine/(${STEPS})/`] },
    },
    {
      name: "server-adapts",
      severity: "error",
      comment:
        "lib/server translates between HTTP and services: pages and components import it, never the reverse.",
      from: { path: lib("server"), pathNot: TEST },
      to: { path: ["^(app|components)/", "^lib/(bench|testing|tooling)/", `^lib/engine/(${STEPS})/`] },
    },
    {
      name: "components-show",
      severity: "error",
      comment: "A component gets its data and its server actions as props; shapes come from lib/contracts.",
      from: { path: "^components/", pathNot: TEST },
      to: { path: "^app/|^lib/(?!contracts/)" },
    },
    {
      name: "ui-has-no-domain",
      severity: "error",
      comment:
        "Primitives know no memory words: move the component to components/memory, or the word into a prop.",
      from: { path: "^components/ui/", pathNot: TEST },
      to: { path: "^components/(?!ui/)" },
    },
    {
      name: "components-never-reach-the-server",
      severity: "error",
      comment:
        "Somewhere on the way this component pulls server code into the browser: pass data in as props.",
      from: { path: "^components/", pathNot: TEST },
      to: { path: "^lib/(store|engine|services|server|jobs|inference)/", reachable: true },
    },
    {
      name: "pages-call-services",
      severity: "error",
      comment:
        "Pages, routes and actions parse, call a service and render: no SQL, no engine (its errors may be recognised).",
      from: { path: "^app/", pathNot: TEST },
      to: {
        path: lib("store|engine|jobs|inference|cli|bench"),
        pathNot: "^lib/engine/errors\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "commands-are-imported-by-nobody",
      severity: "error",
      comment: "Commands and benchmarks stand at the top: move what others need into the room it belongs to.",
      from: { path: "^(app|components|lib)/", pathNot: [lib("cli|bench|tooling|testing"), TEST] },
      to: { path: lib("cli|bench") },
    },
    {
      name: "tests-are-imported-by-nobody",
      severity: "error",
      comment: "Production code never needs a test, the harness or the tooling.",
      // A benchmark starts the same servers and compares with the same hand-written statements as a test.
      from: { pathNot: [TEST, lib("bench|testing|tooling"), "^e2e/", "^lib/cli/(test|checks|setup)"] },
      to: { path: [TEST, lib("testing|tooling")] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)\\.next/|^e2e/" },
    tsPreCompilationDeps: "specify",
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".cjs", ".json", ".d.ts"],
    },
    reporterOptions: { text: { highlightFocused: true } },
  },
};
