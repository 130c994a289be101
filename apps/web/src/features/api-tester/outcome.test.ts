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

describe('what came through the server', () => {
  it('has passed where the operation itself answered with 2xx', () => {
    const outcome = relayedOutcome(answered, 'HP');
    expect(outcome).toMatchObject({ kind: 'response', step: 'operation', relayed: true });
    expect(noticeOf(outcome)).toEqual({ title: 'API Test Successful', description: '200 OK' });
  });

  it('is a failure where the token request was answered without a token', () => {
    const error = 'The token request was not answered with an access token.';
    const outcome = relayedOutcome({ ...answered, success: false, data: null, error }, 'HP');
    expect(outcome).toMatchObject({ kind: 'response', step: 'token', relayed: true });
    expect(hasPassed(outcome)).toBe(false);
    expect(noticeOf(outcome)).toEqual({
      variant: 'destructive',
      title: 'API Test Failed',
      description:
        'The answer to the token request holds no access token. The operation itself was not called.',
    });
  });

  it('is a response where the token request was refused', () => {
    const outcome = relayedOutcome({ ...answered, success: false, status: 401, error: 'No token.' }, 'HP');
    expect(outcome).toMatchObject({ step: 'token' });
    expect(noticeOf(outcome)).toMatchObject({
      variant: 'destructive',
      title: 'API Response Received',
      description: '401 Unauthorized',
    });
  });

  it('is offered again unless a rule stopped it', () => {
    const none = { ...answered, success: false, data: null, status: null, error: 'No answer came: reset.' };
    expect(relayedOutcome(none, 'HP')).toMatchObject({ message: none.error, relay: 'again' });
    const details = [{ path: 'url', message: none.error }];
    expect(relayedOutcome({ ...none, details }, 'HP')).toMatchObject({ message: none.error, relay: null });
  });
});

describe('what came straight from the API', () => {
  it('is a failure where the token request was answered without a token', () => {
    const outcome = directOutcome({ kind: 'response', step: 'token', response: response(200) }, 'HP');
    expect(noticeOf(outcome)).toMatchObject({ variant: 'destructive', title: 'API Test Failed' });
  });

  it.each([
    ['network', 'operation', 'instead'],
    ['network', 'token', 'instead'],
    ['redirect', 'operation', 'follow'],
    // The server does not follow a token request either.
    ['redirect', 'token', null],
    ['timeout', 'operation', null],
    ['too-large', 'operation', null],
  ] as const)('%s of the %s: through the server %s', (failure, step, relay) => {
    expect(directOutcome({ kind: 'failure', step, failure }, 'HP')).toMatchObject({ kind: 'failed', relay });
  });

  it('says of a redirect what would have gone along', () => {
    const failed = (step: 'token' | 'operation') =>
      directOutcome({ kind: 'failure', step, failure: 'redirect' }, 'HP');
    expect(failed('operation')).toMatchObject({
      message: 'The API answered with a redirect. It was not followed: any key and body would go there too.',
    });
    expect(failed('token')).toMatchObject({
      message:
        'The token request was answered with a redirect. It was not followed: the client secret would go there too.',
    });
  });
});
