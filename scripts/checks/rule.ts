import type { Facts, Import } from './facts.ts';
import type { Target } from './resolve.ts';

/** One import of one file. `path` is the imported file, or '' when it is not one of the repository. */
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
  /** True when test files may do it. */
  exceptTests?: boolean;
}

export interface ImportRule extends Rule {
  breaks(edge: Edge): boolean;
}

/** A rule about something else than an import that a file does, for example a call of fetch. */
export interface UseRule extends Rule {
  use: Exclude<keyof Facts, 'imports'>;
  breaks(file: string): boolean;
}
