import { describe, expect, it } from 'vitest';
import { plant } from '../planted.ts';
import { errorClassTerms, nameTerms, proseTerms } from './terms.ts';
import { checkVocabulary } from './vocabulary.ts';

async function check(path: string, text: string): Promise<string[]> {
  const violations = await checkVocabulary(plant({ [path]: text }), [path]);
  return violations.map(({ line, rule, message }) => `${line} ${rule} ${message}`);
}

const rulesIn = async (path: string, text: string) =>
  (await check(path, text)).map((violation) => violation.split(' ').slice(0, 2).join(' '));

/** One planted violation for each word, as prose. */
const planted: [rule: string, text: string][] = [
  ['vague-person', 'Whoever calls it waits for nobody.'],
  ['vague-person', 'somebody else'],
  ['vague-person', 'for anybody and everybody'],
  ['archaic', 'It is made anew.'],
  ['archaic', 'It waited in vain.'],
  ['archaic', 'An upload under way.'],
  ['archaic', 'The file beside it.'],
  ['archaic', 'Asks once more.'],
  ['metaphor', 'The front door of a feature.'],
  ['manufacturer', 'The maker of a device.'],
  ['cached', 'A kept answer is free.'],
  ['american-spelling', 'The colour of a neighbour.'],
  ['american-spelling', 'Normalises the licence.'],
];

describe('prose', () => {
  it.each(planted)('violates %s in a comment: %s', async (rule, text) => {
    expect(await rulesIn('apps/a.ts', `f();\n// ${text}\n`)).toEqual([`2 ${rule}`]);
  });

  it.each(planted)('violates %s in a message: %s', async (rule, text) => {
    expect(await rulesIn('apps/a.ts', `throw new Error(${JSON.stringify(text)});\n`)).toEqual([`1 ${rule}`]);
  });

  it.each(['docs/a.md', 'apps/agent/a.go', 'apps/agent/a.py', 'apps/agent/a.ps1', 'apps/web/a.html'])(
    'is checked in %s',
    async (path) => {
      expect(await rulesIn(path, 'first\nnobody\n')).toEqual(['2 vague-person']);
    },
  );

  it('is checked in JSX text and test titles, but not in the inputs of a test', async () => {
    expect(await rulesIn('apps/a.tsx', 'const a = <p>The maker of it</p>;\n')).toEqual(['1 manufacturer']);
    expect(await rulesIn('apps/a.test.ts', `it('asks nobody', f);\n`)).toEqual(['1 vague-person']);
    expect(await rulesIn('apps/a.test.ts', `expect(read('the maker of it'));\n`)).toEqual([]);
  });

  it('names the replacement', async () => {
    expect(await check('docs/a.md', 'the maker\n')).toEqual(['1 manufacturer "maker": use "manufacturer".']);
  });
});

describe('names', () => {
  it.each([
    ['upper-bound', 'const mostRows = 1;'],
    ['upper-bound', 'const longestName = 1;'],
    ['lower-bound', 'const leastFreeBytes = 1;'],
    ['lower-bound', 'const fewestPixels = 1;'],
    ['default', 'const usualSize = 1;'],
    ['assertion', 'function demandRoom() {}'],
    ['cached', 'interface KeptAnswer {}'],
    ['skeleton', 'function ResultComing() {}'],
    ['manufacturer', 'const row = { maker: 1 };'],
    ['manufacturer', 'type TextMaker = string;'],
    ['american-spelling', 'function summarise() {}'],
    ['upper-bound', 'function f(mostBytes) {}'],
    ['error-class', 'class LostClaim extends Error {}'],
  ])('violate %s: %s', async (rule, line) => {
    expect(await rulesIn('apps/a.ts', `f();\n${line}\n`)).toEqual([`2 ${rule}`]);
  });

  it.each([
    'const maxRows = 1;',
    'class ClaimError extends Error {}',
    'const almost = 1;',
    'const mostly = 1;',
  ])('may be %s', async (line) => {
    expect(await check('apps/a.ts', `${line}\n`)).toEqual([]);
  });
});

describe('exceptions', () => {
  it('allow a name of the API, and nothing else on the line', async () => {
    expect(await check('apps/a.ts', `// The kind type-and-maker.\n`)).toEqual([]);
    expect(await rulesIn('apps/a.ts', `// The maker in type-and-maker.\n`)).toEqual(['1 manufacturer']);
  });

  it('apply to their file only', async () => {
    const header = "const header = 'device maker';\n";
    expect(await check('packages/domain/src/csv/synonyms.ts', header)).toEqual([]);
    expect(await rulesIn('packages/domain/src/csv/other.ts', header)).toEqual(['1 manufacturer']);
  });
});

it('has a planted violation for every rule', () => {
  const rules = new Set([...proseTerms, ...nameTerms, ...errorClassTerms].map(({ rule }) => rule));
  const prose = planted.map(([rule]) => rule);
  const names = ['upper-bound', 'lower-bound', 'default', 'assertion', 'skeleton', 'error-class'];
  expect([...rules].filter((rule) => ![...prose, ...names].includes(rule))).toEqual([]);
});
