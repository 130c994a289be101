import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { replay } from '../../test/recorded.ts';
import { applyAuth, readAccessToken } from './auth.ts';
import { readHeaders } from './headers.ts';

it('returns what is recorded', () => {
  const path = `${import.meta.dirname}/auth.recorded.txt`;
  return expect(
    replay(readFileSync(path, 'utf8'), { applyAuth, readAccessToken, readHeaders }),
  ).toMatchFileSnapshot(path);
});
