import { describe, expect, it } from 'vitest';
import { readBarcodes } from './barcodes.ts';

const code = (text: string, format = 'Code128') => ({ text, format });
const read = (...texts: string[]) => readBarcodes(texts.map((text) => code(text)));

describe('barcodes that prove a serial number', () => {
  it.each([
    ['3Z8Y3W2', '3Z8Y3W2', 'Dell'],
    ['https://www.dell.com/support/home/product-support/servicetag/3Z8Y3W2', '3Z8Y3W2', 'Dell'],
    ['https://qrl.dell.com/3Z8Y3W2', '3Z8Y3W2', 'Dell'],
    ['1S20L5CTO1WWPF1ABC23', 'PF1ABC23', 'Lenovo'],
    ['PF1ABC23', 'PF1ABC23', 'Lenovo'],
    ['5CG9123ZZX', '5CG9123ZZX', 'HP'],
    ['FOC2345ABCD', 'FOC2345ABCD', 'Cisco'],
    ['C9300-24T-A,FOC2345ABCD', 'FOC2345ABCD', 'Cisco'],
    ['Q2AB-CDEF-GH12', 'Q2AB-CDEF-GH12', 'Meraki'],
    ['S/N: 5CG9123ZZX', '5CG9123ZZX', 'HP'],
  ])('%s', (text, serialNumber, manufacturer) => {
    expect(read(text)).toMatchObject({ serialNumber, manufacturer, proof: 'barcode' });
    expect(read(text).confidence).toBeGreaterThanOrEqual(0.9);
  });

  it('use a matching express service code as the stronger proof', () => {
    expect(read('5RFDP01,12542331601')).toMatchObject({
      serialNumber: '5RFDP01',
      proof: 'express-service-code',
    });
    expect(read('97P3ZL1', '20056480741')).toMatchObject({
      serialNumber: '97P3ZL1',
      proof: 'express-service-code',
    });
  });

  it('also provide the product and part numbers they contain', () => {
    expect(read('1S20L5CTO1WWPF1ABC23').partNumber).toBe('20L5CTO1WW');
    expect(read('C9300-24T-A,FOC2345ABCD').modelNumber).toBe('C9300-24T-A');
  });
});

describe('barcodes that prove nothing', () => {
  it.each([
    ['a numeric asset number', '0012345'],
    ['seven digits', '1234567'],
    ['a number with a vowel', 'A123456'],
    ['an asset number with letters', 'IT-12345'],
    ['a parcel', '1Z999AA10123456784'],
    ['a wrong express service code', '5RFDP01,12542331602'],
    ['ten digits', '1234567890'],
    ['nothing', ''],
  ])('%s', (_, text) => {
    expect(read(text)).toMatchObject({ serialNumber: null, proof: null, confidence: 0 });
  });

  it('provide the part number of a PPID, but no serial number', () => {
    expect(read('CN0Y2XR4WSL0079A12BCA00')).toMatchObject({ serialNumber: null, partNumber: '0Y2XR4' });
  });

  it('only suggest a tag with an ending that no published tag has', () => {
    expect(read('3Z8Y3WX')).toMatchObject({ serialNumber: '3Z8Y3WX', proof: null });
    expect(read('3Z8Y3WX').confidence).toBeLessThan(0.65);
  });

  it('do not decide between two devices in one photo', () => {
    const both = read('3Z8Y3W2', '7CB8C64');
    expect(both).toMatchObject({ proof: null, rivals: ['7CB8C64'] });
    expect(both.confidence).toBeLessThan(0.65);
  });
});
