/** The files of one build. */
export interface Build {
  /** Changes with the page or any file. */
  version: string;
  /** What the page itself names: without these, nothing is shown. */
  first: string[];
  /** The files of all screens. */
  rest: string[];
}

const prefix = 'build-';

export const cacheName = (version: string): string => prefix + version;

/**
 * The caches that no open tab needs. The newest of the earlier builds stays: a tab that was opened with it still loads its screens
 * from there, although the server no longer has them.
 */
export function outdatedCaches(names: readonly string[], version: string): string[] {
  const earlier = names.filter((name) => name.startsWith(prefix) && name !== cacheName(version));
  return earlier.slice(0, -1);
}

/** During a deployment, the page and the worker can come from different servers. */
export const isPageOf = ({ first }: Build, html: string): boolean =>
  first.every((file) => html.includes(file));
