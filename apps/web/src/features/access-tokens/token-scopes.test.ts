import { scopes } from '@warranty/contracts/access';
import { expect, it } from 'vitest';
import { scopesInWords } from './token-scopes.ts';

it('says what a token may do, and shows a scope that it does not know by its name', () => {
  expect(scopesInWords(scopes)).toBe('look up, read runs, change runs, read scans');
  expect(scopesInWords(['lookup', 'devices:read'])).toBe('look up, devices:read');
});
