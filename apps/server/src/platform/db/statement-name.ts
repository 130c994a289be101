import { createHash } from 'node:crypto';

const hashLength = 16;

/**
 * The name of a prepared statement: the same text has the same name in every process, and another text never has. Behind a
 * pooler, processes share connections, so a name that another process used for another text would run that text.
 */
export function statementName(label: string, text: string): string {
  return `${label}-${createHash('sha256').update(text).digest('hex').slice(0, hashLength)}`;
}
