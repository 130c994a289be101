// Generates long texts that an expression almost matches, built from its own parts: these make a backtracking engine slow.
import { type Pattern, parsePattern } from './pattern.ts';

/** `unit` repeated until the text is long enough, between a prefix and a tail. */
export interface HostileText {
  prefix: string;
  unit: string;
  tail: string;
}

type Seed = Omit<HostileText, 'tail'>;

const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const beyondAscii = [...'\u00A0\u00AD\u00C9é\u0300Ω\u2010–‘’”…\u200B\u2028\u2066\uFEFF中²５'];
/** One member of each of these represents a whole set. */
const kinds = [/[1-9]/, /[a-z]/, /[A-Z]/, /[^\S\n]/, /[!-/:-@[-`{-~]/, /[^\0-\x7f]/, /[\s\S]/];

const common = [
  ...[
    ' ',
    '\t',
    '\n',
    '\r\n',
    '0',
    '1',
    'a',
    'A',
    'é',
    'Ω',
    '-',
    '_',
    '"',
    "'",
    '.',
    ',',
    ';',
    ':',
    '#',
    '/',
  ],
  ...['\\', '=', '(', '[', '{', '<', '>', '@.', 'a@', 'sn:', 'a ', ' a', 'a1', '1a', 'aA', '1,', '1.', '""'],
  ...['\u00A0', '\uFEFF', '\u2010', '’', '\u0300'],
];

const maxPumped = 60;
const maxBeginnings = 40;
const maxOthers = 40;
const maxTails = 4;
const mixes = 16;

/** Deterministic, so that failures are reproducible. */
function createRandom(): (below: number) => number {
  let state = 20_261_115;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const unique = <T>(items: readonly T[], keyOf: (item: T) => string): T[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
];

/** At most `most` items, evenly spaced across the list. */
function thinOut<T>(items: readonly T[], most: number): T[] {
  const step = Math.max(1, items.length / most);
  return Array.from(
    { length: Math.min(items.length, most) },
    (_, index) => items[Math.floor(index * step)] as T,
  );
}

/** Without a repeat, an expression only looks at a few characters from each position, so its own parts are enough. */
function hasRepeat(pattern: Pattern): boolean {
  if (pattern.kind === 'sequence') return pattern.items.some(hasRepeat);
  if (pattern.kind === 'choice') return pattern.options.some(hasRepeat);
  if (pattern.kind === 'repeat') return pattern.max > 1 || hasRepeat(pattern.item);
  return pattern.kind === 'look' && hasRepeat(pattern.item);
}

function setsIn(pattern: Pattern): string[] {
  if (pattern.kind === 'set') return [pattern.source];
  if (pattern.kind === 'letters') return pattern.sources;
  if (pattern.kind === 'sequence') return pattern.items.flatMap(setsIn);
  if (pattern.kind === 'choice') return pattern.options.flatMap(setsIn);
  return pattern.kind === 'nothing' ? [] : setsIn(pattern.item);
}

interface Members {
  /** Characters of the set, one of each kind. */
  inside: string[];
  /** A character that is not in the set. */
  outside: string | undefined;
}

function createMembers(source: string, flags: string): (set: string) => Members {
  const escaped = source.match(/\\u[0-9A-Fa-f]{4}/g)?.map((code) => JSON.parse(`"${code}"`) as string) ?? [];
  const pool = [...new Set([...ascii, ...beyondAscii, ...escaped, ...source])];
  const known = new Map<string, Members>();
  return (set) => {
    const found = known.get(set);
    if (found) return found;
    const form = new RegExp(`^${set}$`, flags.replaceAll(/[gym]/g, ''));
    const all = pool.filter((character) => form.test(character));
    const picked = kinds.flatMap((kind) => all.find((character) => kind.test(character)) ?? []);
    const members = {
      inside: [...new Set(picked)],
      outside: pool.find((character) => !all.includes(character)),
    };
    known.set(set, members);
    return members;
  };
}

type Sample = (pattern: Pattern, variant: number) => string;

/** Returns a text that the pattern matches, ignoring lookarounds. */
function createSample(members: (set: string) => Members): Sample {
  const character = (set: string, variant: number) => {
    const { inside } = members(set);
    return inside[variant % Math.max(1, inside.length)] ?? '';
  };
  return function sample(pattern, variant): string {
    if (pattern.kind === 'set') return character(pattern.source, variant);
    if (pattern.kind === 'letters') return pattern.sources.map((set) => character(set, variant)).join('');
    if (pattern.kind === 'sequence') return pattern.items.map((item) => sample(item, variant)).join('');
    if (pattern.kind === 'choice') {
      const option = pattern.options[variant % pattern.options.length];
      return option ? sample(option, variant) : '';
    }
    if (pattern.kind === 'repeat') return sample(pattern.item, variant).repeat(Math.max(1, pattern.min));
    return '';
  };
}

interface Seeds {
  /** What one repeat matches, after a text that leads to it. */
  pumped: Seed[];
  /** The whole pattern up to one of its parts. */
  beginnings: Seed[];
  /** Adjacent parts together, and the whole pattern without its first or last character. */
  others: Seed[];
}

function seedsOf(whole: Pattern, sample: Sample): Seeds {
  const seeds: Seeds = { pumped: [], beginnings: [], others: [] };
  const variants = Array.from({ length: kinds.length }, (_, variant) => variant);

  function visitSequence(items: readonly Pattern[], before: string): void {
    let prefix = before;
    for (const [at, item] of items.entries()) {
      visit(item, prefix);
      for (const variant of variants.slice(0, 3)) {
        const neighbors = items.slice(at, at + 3).map((each) => sample(each, variant));
        seeds.others.push(
          { prefix, unit: neighbors.slice(0, 2).join('') },
          { prefix, unit: neighbors.join('') },
        );
      }
      prefix += sample(item, 0);
      seeds.beginnings.push({ prefix: '', unit: prefix }, { prefix: '', unit: `${prefix} ` });
    }
  }

  function visit(pattern: Pattern, before: string): void {
    if (pattern.kind === 'sequence') visitSequence(pattern.items, before);
    if (pattern.kind === 'choice') for (const option of pattern.options) visit(option, before);
    if (pattern.kind === 'look') visit(pattern.item, before);
    if (pattern.kind !== 'repeat') return;
    const units = variants.map((variant) => sample(pattern.item, variant));
    if (pattern.max > 1) seeds.pumped.push(...units.map((unit) => ({ prefix: before, unit })));
    visit(pattern.item, before);
  }

  visit(whole, '');
  for (const variant of variants) {
    const text = sample(whole, variant);
    seeds.others.push(...[text, text.slice(0, -1), text.slice(1)].map((unit) => ({ prefix: '', unit })));
  }
  return seeds;
}

/** The parts in random order, for combinations that reading the pattern from left to right never produces. */
function mixParts(parts: readonly string[]): Seed[] {
  if (parts.length === 0) return [];
  const random = createRandom();
  const pick = () => parts[random(parts.length)] ?? '';
  return Array.from({ length: mixes }, (_, index) => ({
    prefix: index % 3 === 0 ? pick() : '',
    unit: pick() + pick() + (index % 2 === 0 ? pick() : ''),
  }));
}

const seedKey = ({ prefix, unit }: Seed) => `${prefix}\0${unit}`;
const pick = (seeds: readonly Seed[], most: number) =>
  thinOut(
    unique(seeds, seedKey).filter(({ unit }) => unit !== ''),
    most,
  );

export function hostileTexts(source: string, flags: string): HostileText[] {
  const whole = parsePattern(source);
  const members = createMembers(source, flags);
  const sets = [...new Set(setsIn(whole))].map(members);
  const refused = thinOut([...new Set(sets.flatMap(({ outside }) => outside ?? []))], maxTails - 2);
  const { pumped, beginnings, others } = seedsOf(whole, createSample(members));
  // After a character that an anchored repeat does not match.
  const behind = pumped.flatMap(({ prefix, unit }) =>
    refused.map((first) => ({ prefix: first + prefix, unit })),
  );
  const mixed = mixParts(sets.flatMap(({ inside }) => inside));
  const seeds = [
    ...pick([...pumped, ...behind], maxPumped),
    ...pick(beginnings, maxBeginnings),
    ...pick([...others, ...mixed], maxOthers),
    ...(hasRepeat(whole) ? common.map((unit) => ({ prefix: '', unit })) : []),
  ];
  const tails = new Set(['', '\n!', ...refused]);
  return seeds.flatMap((seed) => [...tails].map((tail) => ({ ...seed, tail })));
}

export const writeText = ({ prefix, unit, tail }: HostileText, length: number): string =>
  prefix + unit.repeat(Math.ceil(length / unit.length)).slice(0, length) + tail;

export const describeText = ({ prefix, unit, tail }: HostileText): string =>
  `${JSON.stringify(prefix)} + ${JSON.stringify(unit)} repeated + ${JSON.stringify(tail)}`;
