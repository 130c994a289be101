import { RequestError } from '@warranty/contracts/client';
import { describe, expect, it } from 'vitest';
import { failureText } from './call-failure.ts';
import { shorten } from './shorten.ts';

const refused = (status: number, body: string) => new RequestError(new Response(null, { status }), body);

describe('failureText', () => {
  it.each([
    [refused(409, '{"error":"You have 3 runs in progress."}'), 'You have 3 runs in progress.'],
    [refused(400, ''), 'Invalid request data'],
    [refused(502, '<html>'), 'Server error: 502'],
    [new TypeError('Failed to fetch'), 'It failed'],
  ])('for %s is %s', (error, text) => expect(failureText(error, 'It failed')).toBe(text));
});

it.each([
  ['short', 'short'],
  ['exactly ten', 'exactly te…'],
  ['😀'.repeat(12), `${'😀'.repeat(10)}…`],
])('%s is shortened to %s', (text, shown) => expect(shorten(text, 10)).toBe(shown));
