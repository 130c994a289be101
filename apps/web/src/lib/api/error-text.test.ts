import { RequestError } from '@warranty/contracts/core/client';
import { describe, expect, it } from 'vitest';
import { replyMessageOr, UserError, userMessageOr, withErrorMessage } from './error-text.ts';

const refused = (body: string, status = 500) => new RequestError(new Response(null, { status }), body);

describe('userMessageOr', () => {
  it.each([
    [refused('{"error":"Save the client ID first."}'), 'Save the client ID first.'],
    [refused('{"error":""}'), 'It failed'],
    [refused('<html>Bad Gateway</html>'), 'It failed'],
    [refused(''), 'It failed'],
    [new TypeError('Failed to fetch'), 'It failed'],
    [new UserError('Session not ready.'), 'Session not ready.'],
  ])('for %s is %s', (error, text) => expect(userMessageOr(error, 'It failed')).toBe(text));
});

describe('replyMessageOr', () => {
  it.each([
    [refused('{"error":"You have 3 runs in progress."}', 409), 'You have 3 runs in progress.'],
    [refused('', 400), 'Invalid request data'],
    [refused('<html>', 502), 'Server error: 502'],
    [new TypeError('Failed to fetch'), 'It failed'],
    [new UserError('Session not ready.'), 'Session not ready.'],
  ])('for %s is %s', (error, text) => expect(replyMessageOr(error, 'It failed')).toBe(text));

  it('shows the status of a bad request where no text is given for it', () =>
    expect(replyMessageOr(refused('', 400), 'It failed', {})).toBe('Server error: 400'));
});

it('withErrorMessage keeps the error as the cause', async () => {
  const error = refused('{"error":"Gone.","code":"not_found"}', 404);
  const failed = withErrorMessage('It failed', Promise.reject(error));
  await expect(failed).rejects.toMatchObject({ message: 'Gone.', cause: error });
});
