/**
 * The newest minor release of each supported major version. Facts that age: update them together, with their date, when this
 * product is released.
 */
const newestMinors: Readonly<Record<number, number>> = { 15: 20, 16: 16, 17: 12, 18: 7 };
const knownSince = '2026-11-18';

const ownServer = 'use your own PostgreSQL (DATABASE_URL) for anything beyond a laptop';

/** What to do about a server without the fixes of the newest release; null if it has them, or if its version is not known. */
export function adviceForVersion(
  { major, minor }: { major: number; minor: number },
  isBundled: boolean,
): string | null {
  const newest = newestMinors[major];
  if (newest === undefined || minor >= newest) return null;
  const missing = `${major}.${newest} has security fixes that it lacks (as of ${knownSince})`;
  return isBundled ? `${missing}, and is not available bundled: ${ownServer}` : `${missing}: update it`;
}
