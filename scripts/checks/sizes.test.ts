import { describe, expect, it } from 'vitest';
import { plant } from './planted.ts';
import { checkSizes, type SizeReport } from './sizes.ts';

/** `lines` is the total length. */
function functionOf(lines: number, head = 'export function long() {'): string {
  return `${head}\n${'  step();\n'.repeat(lines - 2)}}\n`;
}

function check(path: string, text: string): Promise<SizeReport> {
  return checkSizes(plant({ [path]: text }), [path]);
}

describe('checkSizes', () => {
  it.each([
    [300, 0, 0],
    [301, 0, 1],
    [400, 0, 1],
    [401, 1, 0],
  ])('reports for a file of %i lines: %i violations, %i warnings', async (lines, violations, warnings) => {
    const report = await check('scripts/a.ts', 'step();\n'.repeat(lines));
    expect([report.violations.length, report.warnings.length]).toEqual([violations, warnings]);
  });

  it.each([
    [50, 0, 0],
    [51, 0, 1],
    [80, 0, 1],
    [81, 1, 0],
  ])(
    'reports for a function of %i lines: %i violations, %i warnings',
    async (lines, violations, warnings) => {
      const report = await check('scripts/a.ts', functionOf(lines));
      expect([report.violations.length, report.warnings.length]).toEqual([violations, warnings]);
    },
  );

  it('names the function, its line and its length', async () => {
    const report = await check('scripts/a.ts', `\n${functionOf(90, 'export const long = () => {')}`);
    expect(report.violations).toMatchObject([{ file: 'scripts/a.ts', line: 2, rule: 'function-size' }]);
    expect(report.violations[0]?.message).toContain('long has 90 lines, over 80');
  });

  it('allows a component more lines, but only in .tsx', async () => {
    const component = functionOf(140, 'export function Screen() {');
    expect(await check('apps/web/src/ui/Screen.tsx', component)).toEqual({ violations: [], warnings: [] });
    expect((await check('apps/web/src/ui/Screen.ts', component)).violations).toHaveLength(1);
    const long = await check('apps/web/src/ui/Screen.tsx', functionOf(151, 'export function Screen() {'));
    expect(long.warnings).toHaveLength(1);
  });

  it.each(['describe("a", () => {', 'it.each([1])("a", () => {', 'test.describe("a", function () {'])(
    'skips the body of %s, but only in a test',
    async (head) => {
      const text = functionOf(90, head).replace(/\}\n$/, '});\n');
      expect((await check('scripts/a.test.ts', text)).violations).toEqual([]);
      expect((await check('scripts/a.ts', text)).violations).toHaveLength(1);
    },
  );

  it('measures a helper inside a test', async () => {
    expect((await check('scripts/a.test.ts', functionOf(90))).violations).toHaveLength(1);
  });

  it('measures Go by file and ignores data', async () => {
    const text = 'x\n'.repeat(500);
    expect((await check('apps/agent/main.go', text)).violations).toMatchObject([{ rule: 'file-size' }]);
    expect((await check('docs/a.json', text)).violations).toEqual([]);
  });

  it('measures the parts of a joined script instead of the script', async () => {
    const text = 'x\n'.repeat(500);
    const script = 'apps/agent/scripts/network_agent_nmap.py';
    expect(await check(script, text)).toEqual({ violations: [], warnings: [] });
    const part = 'apps/agent/scripts/nmap_agent/upload.py';
    expect((await check(part, text)).violations).toMatchObject([{ rule: 'file-size' }]);
  });
});
