import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ownKeysSentence } from './vendors.ts';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

it('README.md lists all vendors', () => {
  expect(read('README.md').replaceAll(/\s+/g, ' ')).toContain(ownKeysSentence);
});
