import { describe, expect, it } from 'vitest';
import { describeProduct } from './product-path.ts';

describe('describeProduct', () => {
  it.each([
    [
      'LAPTOPS/SIM-T-SERIES/SIM-T14-GEN-9-TYPE-21HM-21HN/21HM/21HMSIM100/PFSIM001',
      {
        productCode: '21HMSIM100',
        productFamily: 'LAPTOPS',
        productLineDescription: 'SIM T14 GEN 9',
        systemDescription: 'SIM T14 GEN 9 (Type 21HM)',
      },
    ],
    [
      'Laptops/Sim-T-Series/Sim-T14/21hm',
      {
        productCode: '21hm',
        productFamily: 'Laptops',
        productLineDescription: 'Sim T14',
        systemDescription: 'Sim T14 (Type 21hm)',
      },
    ],
    [
      'SERVERS/SIM-SR/SIM-SR9/PFSIM001',
      {
        productCode: null,
        productFamily: 'SERVERS',
        productLineDescription: 'SIM SR9',
        systemDescription: 'SIM SR9',
      },
    ],
    ['Simulated T14', { systemDescription: 'Simulated T14' }],
    ['LAPTOPS//21HM', { systemDescription: 'LAPTOPS//21HM' }],
    [' ', { systemDescription: null }],
    [null, { systemDescription: null }],
  ])('reads %s', (path, product) => {
    expect(describeProduct(path)).toEqual(product);
  });
});
