import { RequestError } from '@warranty/contracts/core/client';
import type { KeyTest } from '@warranty/contracts/vendor-keys';
import { expect, it } from 'vitest';
import { toTestResult } from './test-result.ts';

const answered = (success: boolean, message: string) =>
  Promise.resolve<KeyTest>({ success, outcome: success ? 'works' : 'key-refused', message });
const refused = (body: string) =>
  Promise.reject<KeyTest>(new RequestError(new Response(null, { status: 422 }), body));

it.each([
  ['a pass', () => answered(true, 'HP accepted the key.'), true, 'HP accepted the key.'],
  ['a refusal', () => answered(false, 'HP refused the key.'), false, 'HP refused the key.'],
  [
    'a failure without a message',
    () => answered(false, ''),
    false,
    'Unable to connect with the provided API key',
  ],
  [
    'an error with a message',
    () => refused('{"error":"Save the client ID first."}'),
    false,
    'Save the client ID first.',
  ],
  ['an error without a message', () => refused(''), false, 'API key test failed'],
  [
    'no network',
    () => Promise.reject<KeyTest>(new TypeError('Failed to fetch')),
    false,
    'API key test failed',
  ],
])('shows the message for %s', async (_, reply, passed, text) => {
  expect(await toTestResult(reply())).toEqual({ passed, text });
});
