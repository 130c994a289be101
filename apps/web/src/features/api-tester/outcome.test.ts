import type { VendorOperationReply } from '@warranty/contracts/api-tester';
import { describe, expect, it } from 'vitest';
import { directOutcome, hasPassed, noticeOf, relayedOutcome } from './outcome.ts';

const requestConfig = {
  vendor: 'hp',
  operation: 'warranties',
  url: 'https://a.example/x',
  method: 'GET',
} as const;
const answered: VendorOperationReply = {
  success: true,
  data: {},
  status: 200,
  headers: {},
  requestConfig,
  error: null,
  details: [],
};
const response = (status: number) => ({
  data: {},
  status,
  statusText: '',
  headers: {},
  config: { url: 'https://a.example/x', method: 'GET' },
});

describe('a relayed result', () => {
  it('passes if the operation returned 2xx', () => {
    const outcome = relayedOutcome(answered, 'HP');
    expect(outcome).toMatchObject({ kind: 'response', step: 'operation', relayed: true });
    expect(noticeOf(outcome)).toEqual({ title: 'API Test Successful', description: '200 OK' });
  });

  it('is a failure if the token response has no token', () => {
    const error = 'The token response does not contain an access token.';
    const outcome = relayedOutcome({ ...answered, success: false, data: null, error }, 'HP');
    expect(outcome).toMatchObject({ kind: 'response', step: 'token', relayed: true });
    expect(hasPassed(outcome)).toBe(false);
    expect(noticeOf(outcome)).toEqual({
      variant: 'destructive',
      title: 'API Test Failed',
      description:
        'The token response does not contain an access token. The operation itself was not called.',
    });
  });

  it('is a response if the token request was rejected', () => {
    const outcome = relayedOutcome({ ...answered, success: false, status: 401, error: 'No token.' }, 'HP');
    expect(outcome).toMatchObject({ step: 'token' });
    expect(noticeOf(outcome)).toMatchObject({
      variant: 'destructive',
      title: 'API Response Received',
      description: '401 Unauthorized',
    });
  });

  it('can be retried unless a rule blocked it', () => {
    const none = { ...answered, success: false, data: null, status: null, error: 'No answer came: reset.' };
    expect(relayedOutcome(none, 'HP')).toMatchObject({ message: none.error, relay: 'again' });
    const details = [{ path: 'url', message: none.error }];
    expect(relayedOutcome({ ...none, details }, 'HP')).toMatchObject({ message: none.error, relay: null });
  });
});

describe('a direct result', () => {
  it('is a failure if the token response has no token', () => {
    const outcome = directOutcome({ kind: 'response', step: 'token', response: response(200) }, 'HP');
    expect(noticeOf(outcome)).toMatchObject({ variant: 'destructive', title: 'API Test Failed' });
  });

  it.each([
    ['network', 'operation', 'instead'],
    ['network', 'token', 'instead'],
    ['redirect', 'operation', 'follow'],
    // The server does not follow redirects of a token request either.
    ['redirect', 'token', null],
    ['timeout', 'operation', null],
    ['too-large', 'operation', null],
  ] as const)('that failed with %s in the %s step offers the relay: %s', (failure, step, relay) => {
    expect(directOutcome({ kind: 'failure', step, failure }, 'HP')).toMatchObject({ kind: 'failed', relay });
  });

  it('explains what a redirect would have received', () => {
    const failed = (step: 'token' | 'operation') =>
      directOutcome({ kind: 'failure', step, failure: 'redirect' }, 'HP');
    expect(failed('operation')).toMatchObject({
      message:
        'The API returned a redirect. It was not followed because it would receive your key and the request body.',
    });
    expect(failed('token')).toMatchObject({
      message:
        'The token request was redirected. The redirect was not followed because it would receive the client secret.',
    });
  });
});
