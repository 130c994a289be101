import { namedMaker, namedOtherMaker } from '../makers.ts';

/** Makers by which tables are looked up: lower case, the same for "Dell Inc." and "Alienware". */
export function makerKey(text: string): string {
  const given = text.slice(0, 80).trim();
  const name = namedMaker(given)?.maker ?? namedOtherMaker(given)?.maker ?? given;
  const lower = name.toLowerCase();
  if (lower === 'asustek') return 'asus';
  if (lower.startsWith('goldstar')) return 'lg';
  return lower;
}
