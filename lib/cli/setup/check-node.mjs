import { SetupError } from "./setup-error.mjs";

const OLDEST = [20, 9];

/** @throws SetupError when this Node is older than what Next and our packages need */
export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  throw new SetupError(
    `Keepsake needs Node ${OLDEST.join(".")} or newer; this is Node ${version} (${process.execPath}).\n` +
      "Install a newer Node (20 LTS or 22 LTS) and run the command again.",
  );
}
