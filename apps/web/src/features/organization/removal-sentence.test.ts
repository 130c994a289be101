import { expect, it } from 'vitest';
import { leavingSentence, removalSentence } from './removal-sentence.ts';

const bert = (tokens: number, agents: number) => removalSentence({ name: 'Bert', tokens, agents });

it('says what ends and what goes on', () => {
  expect(bert(3, 2)).toBe(
    'Bert loses access now. 3 access tokens stop until an admin takes them over. Their 2 agents go on.',
  );
  expect(bert(1, 1)).toBe(
    'Bert loses access now. 1 access token stops until an admin takes it over. Their agent goes on.',
  );
});

it('leaves out what there is none of', () => {
  expect(bert(0, 0)).toBe('Bert loses access now.');
  expect(bert(0, 2)).toBe('Bert loses access now. Their 2 agents go on.');
});

it('speaks to the one who leaves', () => {
  expect(leavingSentence('Contoso', { tokens: 0, agents: 2 })).toBe(
    'You lose access to Contoso now, and need a new invitation to come back. Your 2 agents go on.',
  );
});
