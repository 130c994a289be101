import { describe, expect, it } from 'vitest';
import { endSentence, joinSentences } from './sentences.ts';

describe('endSentence', () => {
  it.each([
    ['Too many requests', 'Too many requests.'],
    ['Try again in 12 seconds.', 'Try again in 12 seconds.'],
    ['Delete it?', 'Delete it?'],
    ['He said "stop."', 'He said "stop."'],
    ['It knows one (the first.)', 'It knows one (the first.)'],
    ['Looking up list...', 'Looking up list...'],
    ['  spaces around  ', 'spaces around.'],
    ['', ''],
  ])('turns %j into %j', (text, ended) => expect(endSentence(text)).toBe(ended));
});

it('joins sentences with one end mark each, and skips missing ones', () => {
  expect(joinSentences('Try again in 12 seconds.', 'You can still proceed')).toBe(
    'Try again in 12 seconds. You can still proceed.',
  );
  expect(joinSentences('Paused', null, '', undefined)).toBe('Paused.');
});
