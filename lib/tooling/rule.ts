export interface RepositoryFile {
  /** From the root of the repository, with forward slashes. */
  path: string;
  text: string;
}

export interface Finding {
  path: string;
  /** From 1; 0 when it concerns the whole file. */
  line: number;
  message: string;
}

export interface Rule {
  name: string;
  /** What to do instead of what the rule refuses. */
  instead: string;
  /** Looks at all files at once, so that it can compare them; reads nothing from the disk. */
  check(files: readonly RepositoryFile[]): Finding[];
}
