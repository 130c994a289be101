import { describe, expect, it } from 'vitest';
import { toQuery } from './query.ts';

describe('toQuery', () => {
  it.each([
    ['5CG4120SIM', { sn: '5CG4120SIM' }],
    [' 5cg4120sim ', { sn: '5CG4120SIM' }],
    ['5CG4120SIM#8C2X9UT', { sn: '5CG4120SIM', pn: '8C2X9UT' }],
    ['5CG4120SIM#8C2X9UT#ABA', { sn: '5CG4120SIM', pn: '8C2X9UT#ABA' }],
    ['5CG4120SIM # 8c2x9ut', { sn: '5CG4120SIM', pn: '8C2X9UT' }],
    ['5CG4120SIM#', { sn: '5CG4120SIM' }],
  ])('reads %s', (identifier, query) => {
    expect(toQuery(identifier)).toEqual(query);
  });
});
