import type { Command } from "@/lib/cli/command";
import { backup } from "@/lib/cli/commands/backup";
import { doctor } from "@/lib/cli/commands/doctor";
import { importEvents } from "@/lib/cli/commands/import";
import { reextract } from "@/lib/cli/commands/reextract";
import { rehearseRestore } from "@/lib/cli/commands/rehearse-restore";
import { restore } from "@/lib/cli/commands/restore";
import { reindex } from "@/lib/cli/commands/reindex";
import { verifyAuditLog } from "@/lib/cli/commands/verify-audit";
import { verifyReceipt } from "@/lib/cli/commands/verify-receipt";

/** In the order of the list that help prints. A new command is one file in commands/ and one entry here. */
const COMMANDS: readonly Command[] = [
  importEvents,
  backup,
  restore,
  rehearseRestore,
  doctor,
  verifyAuditLog,
  verifyReceipt,
  reextract,
  reindex,
];

function help(): string {
  const calls = COMMANDS.map(({ name, usage, summary }) => ({
    call: [name, usage].filter(Boolean).join(" "),
    summary,
  }));
  const width = Math.max(...calls.map(({ call }) => call.length));
  const lines = calls.map(({ call, summary }) => `  ${call.padEnd(width)}  ${summary}`);
  return ["npm run keepsake -- <command>", "", ...lines].join("\n");
}

async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined || ["help", "--help", "-h"].includes(name)) {
    console.log(help());
    return 0;
  }
  const command = COMMANDS.find((known) => known.name === name);
  if (!command) {
    console.error(`There is no command "${name}".\n\n${help()}`);
    return 2;
  }
  return command.run(args);
}

// Whoever reads the output may have seen enough (`… | head`): that is no failure of the command.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
