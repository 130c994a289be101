import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const pathOf = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));
const read = (file: string) => readFileSync(pathOf(file), 'utf8');

const ruleCounts = { S: 9, T: 8, A: 9, F: 6, I: 7, L: 2, B: 3, C: 1, G: 3 };
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

/** Whether a test, a group of tests or a fault case has this title. */
function hasTitle(source: string, title: string): boolean {
  const quoted = [`'${title.replaceAll("'", "\\'")}'`, `"${title}"`, `\`${title}\``];
  const begins = [/[(]\s*$/, /\btitle:\s*$/];
  return (
    source.includes(`func ${title}(t *testing.T)`) ||
    quoted.some((text) => {
      const at = source.indexOf(text);
      return at >= 0 && begins.some((begin) => begin.test(source.slice(Math.max(0, at - 40), at)));
    })
  );
}

const rules = rulesIn(read('docs/security.md'));

describe('the rules in docs/security.md', () => {
  it('are complete, in order, and each has a test or says that it has none', () => {
    expect(rules.map(({ name }) => name)).toEqual(expectedRules);
    expect(rules.filter(({ tests, limits }) => tests.length + limits === 0)).toEqual([]);
  });

  it('name tests that exist', () => {
    const named = rules.flatMap(({ name, tests }) => tests.map((test) => ({ name, ...test })));
    expect(named.length).toBeGreaterThan(80);
    const missing = named.filter(
      ({ file, title }) => !existsSync(pathOf(file)) || !hasTitle(read(file), title),
    );
    expect(missing).toEqual([]);
  });

  it('are compared with whole titles only', () => {
    expect(hasTitle("it('works', () => {});", 'works')).toBe(true);
    expect(hasTitle("it.each([1])(\n  'works', () => {});", 'works')).toBe(true);
    expect(hasTitle("title: 'works',", 'works')).toBe(true);
    expect(hasTitle("const text = 'works';", 'works')).toBe(false);
    expect(hasTitle("it('works well', () => {});", 'works')).toBe(false);
  });
});
