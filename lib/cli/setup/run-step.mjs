import { spawn } from "node:child_process";
import { projectRoot } from "./project-root.mjs";

const HEARTBEAT_MS = 20_000;

/**
 * Runs a command to its end, shows its output, and says every 20 seconds that it is still at work when the command
 * itself is silent.
 * @param {string} label what the heartbeat says is going on
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean, cwd?: string }} [options] quiet: output is kept, not shown
 * @returns {Promise<{ code: number, output: string }>} output: the last 64 KiB of both streams
 */
export function runStep(label, command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const started = Date.now();
    let lastSign = started;
    let output = "";
    const child = spawn(command, args, {
      cwd: options.cwd ?? projectRoot,
      env: options.env ?? process.env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const heartbeat = setInterval(() => {
      if (Date.now() - lastSign < HEARTBEAT_MS) return;
      lastSign = Date.now();
      console.log(`  … ${label} (${Math.round((Date.now() - started) / 1000)} s so far)`);
    }, 1_000);
    const forward = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
    process.on("SIGINT", forward);
    process.on("SIGTERM", forward);
    const take = (/** @type {NodeJS.WriteStream} */ stream) => (/** @type {Buffer} */ chunk) => {
      output = (output + chunk.toString()).slice(-65_536);
      if (options.quiet) return;
      lastSign = Date.now();
      stream.write(chunk);
    };
    child.stdout.on("data", take(process.stdout));
    child.stderr.on("data", take(process.stderr));
    const tidy = () => {
      clearInterval(heartbeat);
      process.off("SIGINT", forward);
      process.off("SIGTERM", forward);
    };
    child.once("error", (error) => {
      tidy();
      reject(error);
    });
    child.once("close", (code, signal) => {
      tidy();
      // An interrupted step must not be mistaken for a failed one: the whole command ends.
      if (signal === "SIGINT" || signal === "SIGTERM") process.exit(130);
      resolve({ code: code ?? 1, output });
    });
  });
}
