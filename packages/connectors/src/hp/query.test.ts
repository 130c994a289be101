import { describe, expect, it } from 'vitest';
import { identifiersByCall, toQuery } from './query.ts';

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

describe('identifiersByCall', () => {
  it('groups different serials into one call without duplicates', () => {
    expect(identifiersByCall(['a', 'B#1', 'A', ' b#1'])).toEqual([['A', 'B#1']]);
    expect(identifiersByCall([])).toEqual([]);
  });

  it('uses separate calls for one serial under several product numbers', () => {
    expect(identifiersByCall(['A#1', 'B', 'A#2', 'A'])).toEqual([['A#1', 'B'], ['A#2'], ['A']]);
  });
});
