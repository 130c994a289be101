import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Identity } from '../../platform/ownership/caller.ts';
import { toOwnerId } from '../../platform/ownership/owner-id.ts';
import { createVerifier } from './verifier.ts';

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

const holder: Identity = { owner: toOwnerId('owner'), actor: { kind: 'token', id: 'id' } };

const startVerifier = () =>
  createVerifier({
    isWellFormed: (token) => token !== 'malformed',
    async identify(hashes) {
      queries.push(hashes);
      const found = hashes.map(() => (revoked ? null : holder));
      whileQuerying();
      return found;
    },
  });

it('accepts a valid token for half a second without another query, and then notices a revocation', async () => {
  const { identify } = startVerifier();
  expect(await identify('token')).toEqual(holder);
  revoked = true;
  now += 499;
  expect(await identify('token')).toEqual(holder);
  expect(queries).toHaveLength(1);
  now += 2;
  expect(await identify('token')).toBeNull();
});

it('counts the half second from the start of the query', async () => {
  const { identify } = startVerifier();
  whileQuerying = () => {
    now += 501;
    revoked = true;
  };
  expect(await identify('token')).toEqual(holder);
  expect(await identify('token')).toBeNull();
});

it('does not cache what it found before a change in this process', async () => {
  const { identify, invalidate } = startVerifier();
  await identify('known');
  whileQuerying = () => {
    revoked = true;
    invalidate();
  };
  await identify('token');
  expect([await identify('token'), await identify('known')]).toEqual([null, null]);
});

it('does not look up a malformed token, and does not cache an unknown one', async () => {
  const { identify } = startVerifier();
  revoked = true;
  await identify('malformed');
  await identify('token');
  await identify('token');
  expect(queries).toHaveLength(2);
});

it('keeps the tokens that are in use when there are more than it can hold', async () => {
  const { identify } = startVerifier();
  await identify('busy');
  const [[busy]] = queries as [[string]];
  for (let batch = 0; batch < 30; batch += 1) {
    await Promise.all(Array.from({ length: 400 }, (_, index) => identify(`${batch}-${index}`)));
    await identify('busy');
  }
  expect(queries.flat().filter((hash) => hash === busy)).toHaveLength(1);
});
