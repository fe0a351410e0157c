// `npm run keepsake -- <command>`: sees to packages and secrets, then hands over to the commands. Only node:* is
// imported, because this runs before any package is installed.
import { spawn } from "node:child_process";
import path from "node:path";
import { checkNode } from "./setup/check-node.mjs";
import { installPackages } from "./setup/install-packages.mjs";
import { loadSecrets } from "./setup/load-secrets.mjs";
import { projectRoot } from "./setup/project-root.mjs";
import { SetupError } from "./setup/setup-error.mjs";

try {
  checkNode();
  // Relative file names in arguments are meant from where the reader stands, which npm tells in INIT_CWD.
  const cwd = process.env.INIT_CWD ?? process.cwd();
  process.chdir(projectRoot);
  await installPackages();
  const dataDir = path.resolve(process.env.KEEPSAKE_DATA_DIR?.trim() || ".keepsake");
  const secrets = loadSecrets({ environment: process.env, dataDir, create: false });
  const command = path.join(projectRoot, "lib", "cli", "keepsake.ts");
  const child = spawn(process.execPath, ["--import", "tsx", command, ...process.argv.slice(2)], {
    stdio: "inherit",
    env: {
      ...process.env,
      ...secrets,
      NODE_ENV: process.env.NODE_ENV ?? "production",
      KEEPSAKE_DATA_DIR: dataDir,
      INIT_CWD: cwd,
    },
  });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"]))
    process.on(signal, () => child.kill(signal));
  child.once("exit", (code) => process.exit(code ?? 1));
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exit(1);
}
