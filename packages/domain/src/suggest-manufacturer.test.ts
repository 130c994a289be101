import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { replay } from '../test/recorded.ts';
import { detectManufacturer } from './detect-manufacturer.ts';
import { suggestManufacturer } from './suggest-manufacturer.ts';

const path = `${import.meta.dirname}/suggest-manufacturer.recorded.txt`;
it('returns what is recorded', () =>
  expect(replay(readFileSync(path, 'utf8'), { detectManufacturer, suggestManufacturer })).toMatchFileSnapshot(
    path,
  ));
