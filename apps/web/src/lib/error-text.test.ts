import { RequestError } from '@warranty/contracts/client';
import { expect, it } from 'vitest';
import { serverMessageOr } from './error-text.ts';

const refused = (body: string) => new RequestError(new Response(null, { status: 500 }), body);

it.each([
  [refused('{"error":"Save the client ID first."}'), 'Save the client ID first.'],
  [refused('{"error":""}'), 'It failed'],
  [refused('<html>Bad Gateway</html>'), 'It failed'],
  [refused(''), 'It failed'],
  [new TypeError('Failed to fetch'), 'It failed'],
])('the message for %s is %s', (error, text) => expect(serverMessageOr(error, 'It failed')).toBe(text));
