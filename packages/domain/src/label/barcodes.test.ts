import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { replay } from '../../test/recorded.ts';
import { readBarcodes } from './barcodes.ts';

const path = `${import.meta.dirname}/barcodes.recorded.txt`;
it('returns what is recorded', () =>
  expect(replay(readFileSync(path, 'utf8'), { readBarcodes })).toMatchFileSnapshot(path));
