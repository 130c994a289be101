export interface Command {
  /** In the list of commands. */
  summary: string;
  /** Its options. */
  usage?: string;
  /** For `--help`. */
  help: string;
  run(args: string[]): Promise<void>;
}

/** At the end of many helps. */
export const anyDatabase =
  'Works on your own PostgreSQL (DATABASE_URL) and on the bundled one, whether the product runs or not.';
