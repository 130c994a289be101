import { expect, it } from 'vitest';
import { handOffFile, takeHandedFile } from './file-handoff.ts';

it('passes a file once, to the page it is for', () => {
  const file = new File(['Serial\n'], 'devices.csv');
  handOffFile(file, '/bulk-lookup');
  expect(takeHandedFile('/image-lookup')).toBeNull();
  expect(takeHandedFile('/bulk-lookup')).toBe(file);
  expect(takeHandedFile('/bulk-lookup')).toBeNull();
});

it('passes only the last file', () => {
  const [first, second] = [new File([''], 'first.csv'), new File([''], 'second.png')];
  handOffFile(first, '/bulk-lookup');
  handOffFile(second, '/image-lookup');
  expect(takeHandedFile('/bulk-lookup')).toBeNull();
  expect(takeHandedFile('/image-lookup')).toBe(second);
});
