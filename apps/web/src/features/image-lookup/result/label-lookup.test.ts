import type { LabelReading } from '@warranty/contracts/image-lookup';
import { expect, it } from 'vitest';
import { provenLabel } from '../camera/barcode-label.ts';
import { toLookupQuery } from './label-lookup.ts';

const reading = (change: Partial<LabelReading>): LabelReading => ({
  ...(provenLabel([{ text: '7XK2P93', format: 'QRCode' }]) as LabelReading),
  ...change,
});
const suggestion = {
  serialNumber: '5TQ8R14',
  manufacturer: 'Dell',
  confidence: 0.6,
  reason: 'Blurred.',
  place: null,
};

it('looks up the serial number', () => {
  expect(toLookupQuery(reading({ modelNumber: 'Latitude 5440' }))?.serialNumber).toBe('7XK2P93');
});

it('looks up the model if no serial number was read', () => {
  const found = toLookupQuery(reading({ serialNumber: null, modelNumber: 'Latitude 5440' }));
  expect(found).toEqual({ serialNumber: 'Latitude 5440', manufacturer: 'Dell' });
});

it('looks up nothing automatically if there are suggestions to check, or no identifier', () => {
  const model = { serialNumber: null, modelNumber: 'Latitude 5440' };
  expect(toLookupQuery(reading({ ...model, suggestions: [suggestion] }))).toBeNull();
  expect(toLookupQuery(reading({ serialNumber: null, modelNumber: null }))).toBeNull();
});
