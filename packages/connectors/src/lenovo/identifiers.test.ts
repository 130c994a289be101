import { describe, expect, it } from 'vitest';
import type { VendorAnswer } from '../outcome.ts';
import { answersByIdentifier, serialOf } from './identifiers.ts';

const notKnown: VendorAnswer = { kind: 'not-known' };
const unexpected: VendorAnswer = { kind: 'unexpected' };
const ambiguous: VendorAnswer = { kind: 'ambiguous', missing: 'machine type' };

function match(asked: string[], named: Record<string, VendorAnswer>, unnamed: VendorAnswer[] = []) {
  return Object.fromEntries(answersByIdentifier(asked, { named: new Map(Object.entries(named)), unnamed }));
}

describe('serialOf', () => {
  it.each([
    ['PFSIM001', 'PFSIM001'],
    ['PFSIM001.21HM', 'PFSIM001'],
    ['PF.SIM1', 'PF'],
    ['PF.SIM001', 'PF.SIM001'],
  ])('reads %s as serial %s', (identifier, serial) => {
    expect(serialOf(identifier)).toBe(serial);
  });
});

describe('answersByIdentifier', () => {
  it('accepts a row with or without the machine type', () => {
    expect(
      match(['A', 'B.21HM', 'C.21HM'], { 'A.21HM': notKnown, B: ambiguous, 'C.21HM': unexpected }),
    ).toEqual({
      A: notKnown,
      'B.21HM': ambiguous,
      'C.21HM': unexpected,
    });
  });

  it('ignores rows of another machine type or serial', () => {
    expect(match(['A.21HM', 'B'], { 'A.20XX': notKnown, BB: notKnown })).toEqual({});
  });

  it('marks a serial as ambiguous if it was returned for several machines', () => {
    expect(match(['A'], { 'A.21HM': notKnown, 'A.20XX': notKnown })).toEqual({ A: ambiguous });
    expect(match(['A'], { 'A.21HM': notKnown, A: unexpected })).toEqual({ A: unexpected });
  });

  it('uses rows without a serial only if it does not matter which device they belong to', () => {
    expect(match(['A'], {}, [notKnown])).toEqual({ A: notKnown });
    expect(match(['A', 'B', 'C'], { B: unexpected }, [notKnown, notKnown])).toEqual({
      A: notKnown,
      B: unexpected,
      C: notKnown,
    });
    expect(match(['A', 'B'], {}, [notKnown])).toEqual({});
    expect(match(['A', 'B'], {}, [notKnown, ambiguous])).toEqual({});
    expect(match(['A', 'B'], {}, [unexpected, unexpected])).toEqual({});
  });
});
