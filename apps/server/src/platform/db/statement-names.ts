import { statementName } from './statement-name.ts';

/** A statement used this often is expected to recur. */
const prepareAfter = 3;
/**
 * Statements built around a list of values have endless variants, so the number of tracked and of prepared statements is
 * limited.
 */
const maxTracked = 2000;
const maxPrepared = 300;

/** Names recurring statements. */
export function createStatementNames() {
  const seen = new Map<string, number>();
  const names = new Map<string, string>();
  return (text: string): string | null => {
    const known = names.get(text);
    if (known) return known;
    const times = (seen.get(text) ?? 0) + 1;
    if (times < prepareAfter || names.size >= maxPrepared) {
      if (seen.size >= maxTracked) seen.clear();
      seen.set(text, times);
      return null;
    }
    seen.delete(text);
    const name = statementName('again', text);
    names.set(text, name);
    return name;
  };
}
