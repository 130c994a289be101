// What the documents say about the fault cases, from the list that the runner prints.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export interface FaultCase {
  number: number;
  /** Runs only with `--full`. */
  isSlow: boolean;
}

export function listFaultCases(root: string): FaultCase[] {
  const program = join(root, 'faults/run.ts');
  const list = execFileSync(process.execPath, [program, '--list'], { encoding: 'utf8' });
  return list
    .trimEnd()
    .split('\n')
    .map((line) => ({ number: Number.parseInt(line, 10), isSlow: line.endsWith('  (--full)') }));
}

/** The sentence in docs/reliability.md. */
export function caseCounts(cases: readonly FaultCase[]): string {
  const slow = cases.filter(({ isSlow }) => isSlow).length;
  return `There are ${cases.length} cases: CI runs ${cases.length - slow} of them for every change, ${slow} run only with \`--full\`.`;
}

export const writeCaseCounts = (markdown: string, cases: readonly FaultCase[]): string =>
  markdown.replace(/^There are \d+ cases: .*$/m, caseCounts(cases));

/** The numbers behind `--only` in the commands of a text; of a range, the first. */
export function casesNamedIn(text: string): number[] {
  const named = [...text.matchAll(/faults -- (?:--full )?--only ([\d,-]+)/g)].flatMap(([, list = '']) =>
    list.split(','),
  );
  return named.map((range) => Number.parseInt(range, 10));
}
