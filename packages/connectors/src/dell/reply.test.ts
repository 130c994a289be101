import { describe, expect, it } from 'vitest';
import { readEntitlementRows } from './reply.ts';

const line = {
  itemNumber: '901-00001',
  startDate: '2023-03-06T06:00:00Z',
  endDate: '2027-03-07T05:59:59.000001Z',
  entitlementType: 'INITIAL',
  serviceLevelCode: 'ND',
  serviceLevelDescription: 'Next business day onsite',
  serviceLevelGroup: 5,
};
const row = { id: 1, serviceTag: 'ABC1234', orderBuid: '11', invalid: false, entitlements: [line] };

const answerOf = (body: unknown, tag = 'ABC1234') => readEntitlementRows(body)?.get(tag);

describe('readEntitlementRows', () => {
  it('keeps the vendor’s timestamps and wording for coverage', () => {
    expect(answerOf([row])).toMatchObject({
      kind: 'found',
      entitlements: [
        {
          type: 'INITIAL',
          endsAt: '2027-03-07T05:59:59.000001Z',
          code: 'ND',
          level: 'Next business day onsite',
        },
      ],
    });
  });

  it('matches by uppercase tag, never by position', () => {
    const answers = readEntitlementRows([{ ...row, serviceTag: 'zzz9999', invalid: true }, row]);
    expect(answers?.get('ZZZ9999')).toEqual({ kind: 'not-known' });
    expect(answers?.get('ABC1234')?.kind).toBe('found');
  });

  it('distinguishes a device without coverage from an unknown one', () => {
    expect(answerOf([{ ...row, entitlements: [] }])).toMatchObject({ kind: 'found', entitlements: [] });
    expect(answerOf([{ ...row, entitlements: null }])).toMatchObject({ kind: 'found', entitlements: [] });
    expect(answerOf([{ ...row, invalid: true, entitlements: undefined }])).toEqual({ kind: 'not-known' });
  });

  it('accepts nulls and rows that lack optional fields', () => {
    const nulls = {
      ...line,
      startDate: null,
      endDate: null,
      serviceLevelDescription: null,
      serviceLevelCode: null,
    };
    expect(answerOf([{ serviceTag: 'ABC1234', entitlements: [nulls] }])).toMatchObject({ kind: 'found' });
  });

  it('uses the first row of a tag', () => {
    expect(
      answerOf([
        { ...row, productCode: 'first' },
        { ...row, productCode: 'second' },
      ]),
    ).toMatchObject({
      device: { productCode: 'first' },
    });
  });

  it.each([
    ['an end date in another format', { ...row, entitlements: [{ ...line, endDate: '03/07/2027' }] }],
    [
      'an end date under another name',
      { ...row, entitlements: [{ ...line, endDate: undefined, end: line.endDate }] },
    ],
    ['coverage that is not a list', { ...row, entitlements: { first: line } }],
    ['missing coverage', { serviceTag: 'ABC1234' }],
    ['a flag that is not a boolean', { ...row, invalid: 'no' }],
  ])('marks %s as unexpected without affecting the other tags', (_, odd) => {
    const answers = readEntitlementRows([odd, { ...row, serviceTag: 'GOOD123' }]);
    expect(answers?.get('ABC1234')).toEqual({ kind: 'unexpected' });
    expect(answers?.get('GOOD123')?.kind).toBe('found');
  });

  it.each([[{}], ['<html>'], [null], [undefined], [42]])('rejects %j, which is not a list', (body) => {
    expect(readEntitlementRows(body)).toBeNull();
  });
});
