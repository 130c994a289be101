import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { problemWith } from './named-tests.ts';

const pathOf = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));
const read = (file: string) => readFileSync(pathOf(file), 'utf8');

const ruleCounts = { S: 9, T: 8, A: 9, P: 9, F: 6, I: 7, L: 2, B: 5, C: 1, G: 3 };
const expectedRules = Object.entries(ruleCounts).flatMap(([letter, count]) =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
);

/** The rules of the section, each with its tests. */
function rulesIn(markdown: string) {
  const [, section = ''] = markdown.split('\n## Rules and their tests\n');
  const [text = ''] = section.split('\n## ');
  return text
    .split(/\n(?=\*\*[A-Z]\d\*\* )/)
    .slice(1)
    .map((rule) => ({
      name: rule.slice(2, 4),
      tests: [...rule.matchAll(/^- `([^`]+)` › (.+)$/gm)].map(([, file = '', title = '']) => ({
        file,
        title,
      })),
      limits: [...rule.matchAll(/^- (?:Not covered|Not built|Decided otherwise): /gm)].length,
    }));
}

const rules = rulesIn(read('docs/security.md'));

describe('the rules in docs/security.md', () => {
  it('are complete, in order, and each has a test or says that it has none', () => {
    expect(rules.map(({ name }) => name)).toEqual(expectedRules);
    expect(rules.filter(({ tests, limits }) => tests.length + limits === 0)).toEqual([]);
  });

  it('name tests that exist, run and can fail', () => {
    const named = rules.flatMap(({ name, tests }) => tests.map((test) => ({ name, ...test })));
    expect(named.length).toBeGreaterThan(80);
    const problems = named.map(({ name, file, title }) => ({
      rule: `${name}: ${file} › ${title}`,
      problem: existsSync(pathOf(file)) ? problemWith(file, read(file), title) : 'there is no such file',
    }));
    expect(problems.filter(({ problem }) => problem !== null)).toEqual([]);
  });
});

describe('a test that a document names', () => {
  const check = (text: string, title = 'works') => problemWith('x.test.ts', text, title);

  it.each([
    "it('works', () => expect(1).toBe(1));",
    "it.each([1])('works', (n) => { expect(n).toBe(1); });",
    "test('works', async ({ page }) => { await expect(page.heading).toBeVisible(); });",
    "const same = (a) => expect(a).toBe(1); it('works', () => same(1));",
    "it('works', () => fc.assert(fc.property(fc.nat(), (n) => n >= 0)));",
    "describe('works', () => { it('a', () => expect(1).toBe(1)); it('b', () => expectNothing()); });",
    "export const fault = { number: 1, title: 'works', async run() { assert(true, 'no'); } };",
  ])('may be %s', (text) => expect(check(text)).toBeNull());

  it.each([
    ["const text = 'works';", 'there is no such test'],
    ["it('works well', () => expect(1).toBe(1));", 'there is no such test'],
    ["// it('works', () => expect(1).toBe(1));", 'there is no such test'],
    ["it('works', () => { doWork(); });", 'it cannot fail'],
    ["const same = (a) => a; it('works', () => same(1));", 'it cannot fail'],
    ["describe('works', () => { it('a', () => expect(1).toBe(1)); it('b', () => {}); });", 'it cannot fail'],
    ["describe('works', () => {});", 'its group has no tests'],
    ["it.skip('works', () => expect(1).toBe(1));", 'it is skipped'],
    ["describe('works', () => { it.todo('a'); });", 'it is skipped'],
    ["export const fault = { title: 'works', async run() { return 'fine'; } };", 'it cannot fail'],
  ])('must not be %s', (text, problem) => expect(check(text)).toBe(problem));

  it('may be written in Go', () => {
    const go = (body: string) =>
      `func TestA(t *testing.T) {\n\t${body}\n}\n\nfunc TestB(t *testing.T) {\n\tt.Fatal(1)\n}\n`;
    expect(problemWith('a_test.go', go('t.Errorf("%v", 1)'), 'TestA')).toBeNull();
    expect(problemWith('a_test.go', go('work()'), 'TestA')).toBe('it cannot fail');
    expect(problemWith('a_test.go', go('work()'), 'TestC')).toBe('there is no such test');
  });
});
