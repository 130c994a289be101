import { parseArgs } from 'node:util';

export interface PairOptions {
  against: string;
  pairs: number;
  /** The minimum ratio to pass; null to only report. */
  least: number | null;
  /** Options of the measurement itself. */
  rest: string[];
}

const names = ['against', 'pairs', 'least'] as const;

/** Extracts the comparison options from the arguments. Null if no comparison is requested. */
export function readPairOptions(args: string[]): PairOptions | null {
  const given: Partial<Record<(typeof names)[number], string>> = {};
  const taken = new Set<number>();
  const { tokens } = parseArgs({
    args,
    strict: false,
    tokens: true,
    options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
  });
  for (const token of tokens) {
    const name = names.find((each) => token.kind === 'option' && token.name === each);
    if (!name || token.kind !== 'option') continue;
    if (token.value === undefined) throw new Error(`--${name} needs a value`);
    given[name] = token.value;
    taken.add(token.index);
    if (!token.inlineValue) taken.add(token.index + 1);
  }
  const { against, pairs = '7', least } = given;
  if (against === undefined) {
    if (taken.size > 0) throw new Error('--pairs and --least require --against COMMIT');
    return null;
  }
  return {
    against,
    pairs: positive('pairs', pairs),
    least: least === undefined ? null : positive('least', least),
    rest: args.filter((_, index) => !taken.has(index)),
  };
}

function positive(name: 'pairs' | 'least', text: string): number {
  const value = Number(text);
  if (!(value > 0) || (name === 'pairs' && !Number.isInteger(value)))
    throw new Error(`--${name} ${text} is not a ${name === 'pairs' ? 'number of pairs' : 'ratio'}`);
  return value;
}
