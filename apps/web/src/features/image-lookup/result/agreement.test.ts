import type { LabelReading } from '@warranty/contracts/image-lookup';
import { expect, it } from 'vitest';
import { provenLabel } from '../camera/barcode-label.ts';
import { createAgreement } from './agreement.ts';

const seen = (text: string): LabelReading | null => provenLabel([{ text, format: 'QRCode' }]);

it('accepts a tag when a second frame has the same reading', () => {
  const isAgreed = createAgreement();
  expect(isAgreed(seen('7XK2P93'))).toBe(false);
  expect(isAgreed(null)).toBe(false);
  expect(isAgreed(seen('7XK2P93'))).toBe(true);
});

it('starts over with another tag', () => {
  const isAgreed = createAgreement();
  expect(isAgreed(seen('7XK2P93'))).toBe(false);
  expect(isAgreed(seen('5TQ8R14'))).toBe(false);
  expect(isAgreed(seen('7XK2P93'))).toBe(false);
  expect(isAgreed(seen('7XK2P93'))).toBe(true);
});

it('accepts a single frame with the tag and its express service code', () => {
  expect(createAgreement()(seen('5RFDP01 12542331601'))).toBe(true);
});
