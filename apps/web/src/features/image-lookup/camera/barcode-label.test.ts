import type { LabelReading } from '@warranty/contracts/image-lookup';
import { describe, expect, it } from 'vitest';
import { provenLabel, withOwnCodes } from './barcode-label.ts';

const corners = [
  { x: 0.1, y: 0.1 },
  { x: 0.2, y: 0.1 },
  { x: 0.2, y: 0.2 },
  { x: 0.1, y: 0.2 },
];
const code = (text: string) => ({ text, format: 'QRCode', corners });

const nothingRead: LabelReading = {
  serialNumber: null,
  modelNumber: null,
  manufacturer: null,
  partNumber: null,
  barcodeData: null,
  confidence: 0,
  rawText: '',
  proof: null,
  explanation: 'Nothing on the picture has the form of a serial number.',
  place: null,
  suggestions: [],
};

describe('provenLabel', () => {
  it('returns a complete reading with the position of the code', () => {
    expect(provenLabel([code('7XK2P93')])).toMatchObject({
      serialNumber: '7XK2P93',
      manufacturer: 'Dell',
      barcodeData: '7XK2P93',
      proof: 'barcode',
      place: corners,
      suggestions: [],
    });
  });

  it.each([
    ['no code', []],
    ['an asset number', [code('0012345')]],
    ['two devices', [code('7XK2P93'), code('5TQ8R14')]],
  ])('returns null for %s', (_, codes) => expect(provenLabel(codes)).toBeNull());
});

describe('withOwnCodes', () => {
  it('suggests devices that only the original photo shows', () => {
    const { suggestions } = withOwnCodes(nothingRead, [code('7XK2P93'), code('5TQ8R14')]);
    expect(suggestions.map(({ serialNumber }) => serialNumber).toSorted()).toEqual(['5TQ8R14', '7XK2P93']);
    expect(suggestions[0]?.reason).toBe('The photo shows barcodes of more than one device.');
  });

  it('adds the position that the server could not determine', () => {
    const own = [code('7XK2P93'), code('5TQ8R14')];
    const [first] = withOwnCodes(nothingRead, own).suggestions;
    const unplaced = first && { ...nothingRead, suggestions: [{ ...first, place: null }] };
    expect(unplaced && withOwnCodes(unplaced, own).suggestions[0]).toEqual(first);
  });

  it('suggests no device twice, and none if a serial number was read', () => {
    const own = [code('7XK2P93'), code('5TQ8R14')];
    const once = withOwnCodes(nothingRead, own);
    expect(withOwnCodes(once, own).suggestions).toHaveLength(2);
    expect(withOwnCodes({ ...nothingRead, serialNumber: '7XK2P93' }, own).suggestions).toEqual([]);
  });
});
