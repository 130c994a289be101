import { describe, expect, it } from 'vitest';
import { expressServiceCode } from '../identifiers.ts';
import { rereadIn } from './agreement.ts';
import { readBarcodes } from './barcodes.ts';
import { candidatesIn } from './candidates.ts';
import { labelReading } from './reading.ts';
import type { TextLine } from './text.ts';

const height = 20;

/** A line of text on an upright label; every character has this probability. */
function print(text: string, { x = 10, y = 10, probability = 0.99 } = {}): TextLine {
  const width = text.length * 10;
  return {
    symbols: Array.from(text, (char, i) => ({
      choices: [{ char, probability }],
      at: (i + 0.5) / text.length,
    })),
    corners: [
      { x, y },
      { x: x + width, y },
      { x: x + width, y: y + height },
      { x, y: y + height },
    ],
  };
}

const label = (...texts: string[]) => texts.map((text, row) => print(text, { y: 10 + 40 * row }));
const best = (...texts: string[]) => candidatesIn([label(...texts)])[0];

const findings = (lines: TextLine[], agreed?: number, support: number | null = null) => {
  const candidates = candidatesIn([lines]);
  const agreements =
    agreed === undefined || !candidates[0]
      ? []
      : [{ candidate: candidates[0], probability: agreed, support }];
  return { barcodes: readBarcodes([]), lines, candidates, agreements, width: 1000, height: 500 };
};

describe('a serial number', () => {
  it.each([
    ['Service Tag: 3Z8Y3W2', 'Dell', '3Z8Y3W2'],
    ['SERVICETAG3Z8Y3W2', 'Dell', '3Z8Y3W2'],
    ['Selvice Tay: 3Z8Y3W2', 'Dell', '3Z8Y3W2'],
    ['SVC TAG: 3Z8 Y3W2', 'Dell', '3Z8Y3W2'],
    ['ST: 3Z8Y3W2', 'Dell', '3Z8Y3W2'],
    ['Service Tag (S/N): 3Z8Y3W2', 'Dell', '3Z8Y3W2'],
    ['S/N (Service Tag): 3Z8Y3W2', 'Dell', '3Z8Y3W2'],
    ['Serial No. 5CG9123ZZX', 'HP', '5CG9123ZZX'],
    ['Seria1: 5CG9123ZZX', 'HP', '5CG9123ZZX'],
    ['SN: FOC2345ABCD', 'Cisco', 'FOC2345ABCD'],
    ['Serial:F0C2345ABCD', 'Cisco', 'FOC2345ABCD'],
    ['S/N PF-1ABC23', 'Lenovo', 'PF1ABC23'],
  ])('is found in %s', (text, manufacturer, serialNumber) => {
    expect(best(text)).toMatchObject({ manufacturer, serialNumber, hasLabel: true, proof: null });
  });

  it('is found in the line below its label', () => {
    expect(best('Service Tag', '3Z8Y3W2')?.serialNumber).toBe('3Z8Y3W2');
  });

  it('is found in another piece of the same line', () => {
    const pieces = [print('SERVICE TAG'), print('3Z8Y3W2', { x: 300, y: 12 })];
    expect(candidatesIn([pieces])[0]?.serialNumber).toBe('3Z8Y3W2');
  });
});

describe('no serial number', () => {
  it.each([
    ['a PPID', ['DELL', 'S/N: CN-0Y2XR4-WSL00-79A-12BC-A00']],
    ['an asset tag', ['PROPERTY OF GLOBEX', 'ASSET TAG 0012345']],
    ['a product key', ['Product Key: A1B2C-D3E4F-G5H6J-K7L8M-N9P1Q']],
    ['a parcel', ['Tracking #: 1Z999AA10123456784']],
    ['a battery', ['TYPE F3YGT   Rating: 7.6V = 8000mAh 68Wh']],
    ['a serial number in the wrong format', ['HP EliteBook', 'S/N: 5CG9723ZZX']],
  ])('is found in %s', (_, texts) => {
    expect(best(...texts)).toBeUndefined();
  });
});

describe('a reading', () => {
  const tag = '3Z8Y3W2';
  const code = expressServiceCode(tag) ?? '';

  it('is proven by the express service code, grouped or not', () => {
    for (const printed of [code, `${code.slice(0, 2)}-${code.slice(2, 5)}-${code.slice(5)}`]) {
      const reading = labelReading(
        findings(label(`Service Tag: ${tag}`, `Express Service Code: ${printed}`)),
      );
      expect(reading).toMatchObject({ serialNumber: tag, proof: 'express-service-code', suggestions: [] });
      expect(reading.confidence).toBeGreaterThanOrEqual(0.9);
    }
  });

  it('combines the code of one pass with the tag of another', () => {
    const looks = [label(`Service Tag: ${tag}`), label(`Express Service Code: ${code}`)];
    expect(candidatesIn(looks)[0]).toMatchObject({ serialNumber: tag, proof: 'express-service-code' });
  });

  it('is proven by two confident networks that agree', () => {
    const reading = labelReading(findings(label(`Service Tag: ${tag}`), 0.85));
    expect(reading).toMatchObject({ serialNumber: tag, proof: 'two-readings', manufacturer: 'Dell' });
    expect(reading.confidence).toBeGreaterThanOrEqual(0.9);
  });

  it('is proven by two unsure networks only if a third one and other crops support them', () => {
    const unsure = label(`Service Tag: ${tag}`);
    expect(labelReading(findings(unsure, 0.6, 0.7))).toMatchObject({
      serialNumber: tag,
      proof: 'two-readings',
    });
    expect(labelReading(findings(unsure, 0.7))).toMatchObject({ serialNumber: null, proof: null });
    expect(labelReading(findings(unsure, 0.6, 0.5))).toMatchObject({ serialNumber: null, proof: null });
  });

  it('always needs that support if it has no label', () => {
    const bare = label('DELL Latitude 5420', tag);
    expect(labelReading(findings(bare, 0.95)).serialNumber).toBeNull();
    expect(labelReading(findings(bare, 0.95, 0.9)).serialNumber).toBe(tag);
  });

  it('is a suggestion if only one network read it, or both were unsure', () => {
    for (const agreed of [undefined, 0.3]) {
      const reading = labelReading(findings(label(`Service Tag: ${tag}`), agreed));
      expect(reading).toMatchObject({ serialNumber: null, proof: null, confidence: 0 });
      expect(reading.suggestions[0]).toMatchObject({ serialNumber: tag, manufacturer: 'Dell' });
      expect(reading.suggestions[0]?.confidence).toBeLessThan(0.65);
    }
  });

  it('includes its position as fractions of the photo size', () => {
    const reading = labelReading(findings(label('Service Tag: 3Z8Y3W2'), 0.85));
    const xs = reading.place?.map(({ x }) => x) ?? [];
    expect(Math.min(...xs)).toBeGreaterThan(0.1);
    expect(Math.max(...xs)).toBeCloseTo(0.21, 2);
    expect(reading.place?.[0]?.y).toBeCloseTo(0.02, 3);
  });

  it('includes the model, part number and manufacturer on the label', () => {
    const reading = labelReading(
      findings(label('DELL Latitude 5420', 'DP/N 0QJ6MR', `Service Tag: ${tag}`), 0.85),
    );
    expect(reading).toMatchObject({
      modelNumber: 'Latitude 5420',
      partNumber: '0QJ6MR',
      manufacturer: 'Dell',
    });
    expect(reading.rawText.split('\n')).toHaveLength(3);
  });
});

describe('a second network', () => {
  const [candidate] = candidatesIn([label('Service Tag: 3Z8Y3W2')]);

  it('agrees if it reads the same serial, even if it misreads the label before it', () => {
    expect(candidate && rereadIn(candidate, print('Serice Ta 3Z8Y3W2').symbols)?.serial).toBe('3Z8Y3W2');
    expect(candidate && rereadIn(candidate, print(':3Z8Y3W2').symbols)?.serial).toBe('3Z8Y3W2');
  });

  it('does not agree if a character differs', () => {
    expect(candidate && rereadIn(candidate, print('Service Tag: 328Y3W2').symbols)).toBeNull();
  });
});
