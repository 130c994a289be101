import type { Facts, Import } from './facts.ts';
import type { Target } from './resolve.ts';

/** One import in one file. `path` is the imported file, or '' if it is not in the repository. */
export interface Edge {
  from: string;
  target: Target;
  path: string;
  found: Import;
}

interface Rule {
  name: string;
  /** What is wrong, and what to do instead. */
  message: string;
  /** True if test files are exempt. */
  exceptTests?: boolean;
}

export interface ImportRule extends Rule {
  breaks(edge: Edge): boolean;
}

/** A rule about something other than an import, for example a call of fetch. */
export interface UseRule extends Rule {
  use: Exclude<keyof Facts, 'imports'>;
  breaks(file: string): boolean;
}
