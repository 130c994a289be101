import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTokenVerifier } from './token-verifier.ts';

let now = 1000;
let queries: string[][];
let whileQuerying: () => void;
let revoked: boolean;

beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  [queries, whileQuerying, revoked] = [[], () => undefined, false];
});
afterEach(() => {
  vi.restoreAllMocks();
});

const createVerifier = () =>
  createTokenVerifier({
    isWellFormed: (token) => token !== 'malformed',
    async findHolders(hashes) {
      queries.push(hashes);
      const found = hashes.map(() => (revoked ? null : { id: 'holder' }));
      whileQuerying();
      return found;
    },
  });

it('accepts a valid token for half a second without another query, and then notices a revocation', async () => {
  const { holderOf } = createVerifier();
  expect(await holderOf('token')).toEqual({ id: 'holder' });
  revoked = true;
  now += 499;
  expect(await holderOf('token')).toEqual({ id: 'holder' });
  expect(queries).toHaveLength(1);
  now += 2;
  expect(await holderOf('token')).toBeNull();
});

it('counts the half second from the start of the query', async () => {
  const { holderOf } = createVerifier();
  whileQuerying = () => {
    now += 501;
    revoked = true;
  };
  expect(await holderOf('token')).toEqual({ id: 'holder' });
  expect(await holderOf('token')).toBeNull();
});

it('does not cache what it found before a change in this process', async () => {
  const { holderOf, invalidate } = createVerifier();
  await holderOf('known');
  whileQuerying = () => {
    revoked = true;
    invalidate();
  };
  await holderOf('token');
  expect([await holderOf('token'), await holderOf('known')]).toEqual([null, null]);
});

it('does not look up a malformed token, and does not cache an unknown one', async () => {
  const { holderOf } = createVerifier();
  revoked = true;
  await holderOf('malformed');
  await holderOf('token');
  await holderOf('token');
  expect(queries).toHaveLength(2);
});

it('keeps the tokens that are in use when there are more than it can hold', async () => {
  const { holderOf } = createVerifier();
  await holderOf('busy');
  const [[busy]] = queries as [[string]];
  for (let batch = 0; batch < 30; batch += 1) {
    await Promise.all(Array.from({ length: 400 }, (_, index) => holderOf(`${batch}-${index}`)));
    await holderOf('busy');
  }
  expect(queries.flat().filter((hash) => hash === busy)).toHaveLength(1);
});
