import type { InstalledGuard } from './install.ts';

/**
 * - `read`: changes and locks nothing, so it can run again at any time.
 * - `mixed`: what it writes or locks depends on rows that it reads.
 * - `write`: writes given values, or changes rows of one table; the triggers see each of them.
 * - `other`: touches no row of an owner.
 */
export type Kind = 'read' | 'mixed' | 'write' | 'other';

const comment = /^(?:\s+|--[^\n]*|\/\*[\s\S]*?\*\/)+/;
const verb = /^(with|select|values|insert|update|delete|merge|copy)\b/i;
const writing = /\b(insert\s+into|update|delete\s+from|merge\s+into|copy)\b/i;
const locking = /\bfor\s+(no\s+key\s+update|update|key\s+share|share)\b/i;
const readsMore = /\bselect\b|\busing\b|\bupdate\b[\s\S]*\bfrom\b/i;

/** Tells what a statement does with the rows of owners. What looks like a write but is none only costs more time. */
export function createKindOf({ tables, functions }: InstalledGuard): (text: string) => Kind {
  const touching = new RegExp(`\\b(${[...tables, ...functions].join('|')})\\b`, 'i');
  const calling = functions.length > 0 ? new RegExp(`\\b(${functions.join('|')})\\b`, 'i') : null;
  return (text) => {
    if (!touching.test(text) || !verb.test(text.replace(comment, ''))) return 'other';
    if (calling?.test(text)) return 'mixed';
    if (writing.test(text)) return readsMore.test(text) ? 'mixed' : 'write';
    return locking.test(text) ? 'mixed' : 'read';
  };
}

const longValue = 20_000;

/** Whether it stores a file or a scan, say. Running that again takes longer than all else, and a small one reads the same. */
export const isLong = (values: readonly unknown[]): boolean =>
  values.some((value) => (typeof value === 'string' || Buffer.isBuffer(value)) && value.length > longValue);
