/** One command of `npm run keepsake`. */
export interface Command {
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** What follows the name, e.g. `<file> [--dry-run]`. */
  usage?: string;
  /** @returns the exit code: 0 done, 1 failed, 2 used wrongly */
  run(args: string[]): Promise<number>;
}
