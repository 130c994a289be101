export const digits = '0123456789';
export const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Base 31, used by HP and, judging by published tags, by Dell. A vowel is a misreading. */
export const withoutVowels = `${digits}BCDFGHJKLMNPQRSTVWXYZ`;

/** Excludes I and O, which could be mistaken for 1 and 0. */
export const withoutIO = `${digits}ABCDEFGHJKLMNPQRSTUVWXYZ`;

/** The same alphabet at `count` positions. */
export const repeat = (alphabet: string, count: number): string[] => Array(count).fill(alphabet);
