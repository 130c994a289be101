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
  ])('of %j is %j', (text, ended) => expect(endSentence(text)).toBe(ended));
});

it('joins sentences, each with one end, and leaves out those that are missing', () => {
  expect(joinSentences('Try again in 12 seconds.', 'You can still proceed')).toBe(
    'Try again in 12 seconds. You can still proceed.',
  );
  expect(joinSentences('Paused', null, '', undefined)).toBe('Paused.');
});
