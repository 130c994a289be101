import { expect, it } from 'vitest';
import { checkGenerated } from './generated.ts';
import { plant } from './planted.ts';

const documents = { 'rights.md': () => 'a: viewer\nb: admin\n', 'missing.md': () => 'text\n' };

it('a document that differs from the code is reported with its line, and so is a missing one', async () => {
  const root = plant({ 'rights.md': 'a: viewer\nb: member\n' });
  expect(await checkGenerated(root, documents)).toEqual([
    { file: 'rights.md', line: 2, rule: 'generated', message: 'is out of date; run `npm run docs`.' },
    expect.objectContaining({ file: 'missing.md', line: 1 }),
  ]);
});

it('a document that is up to date is not', async () => {
  const root = plant({ 'rights.md': 'a: viewer\nb: admin\n', 'missing.md': 'text\n' });
  expect(await checkGenerated(root, documents)).toEqual([]);
});

it('a file that cannot be written is reported with the reason', async () => {
  const fail = () => {
    throw new Error('add is defined twice');
  };
  const [violation] = await checkGenerated(plant({}), { 'agent.py': fail });
  expect(violation).toMatchObject({ file: 'agent.py', line: 1 });
  expect(violation?.message).toContain('add is defined twice');
});
