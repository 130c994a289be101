import { resolveCoverage } from '@warranty/domain/entitlements';
import { endDateOf, startDateOf } from '@warranty/domain/warranty-dates';
import { describe, expect, it } from 'vitest';
import { foundCases, notKnownRows, onsite, product, row, unexpectedRows } from './reply.cases.ts';
import { readQueryRows } from './reply.ts';

const other = { product: { ...product, serialNumber: 'GOOD12345' }, offers: [onsite] };

const answerOf = (candidate: unknown) => readQueryRows([candidate, other])?.get('5CG4120SIM');

describe('readQueryRows', () => {
  it.each(foundCases)('finds the main coverage with $name', (expected) => {
    const answer = answerOf(expected.row);
    if (answer?.kind !== 'found') throw new Error(`got ${answer?.kind}`);
    const cover = resolveCoverage(answer.entitlements);
    expect({
      start: startDateOf(cover.startsAt),
      end: endDateOf(cover.endsAt),
      level: cover.level,
      types: answer.entitlements.map(({ type }) => type),
      leftOut: cover.rows.map(({ leftOutBecause }) => leftOutBecause),
    }).toEqual({
      start: expected.start,
      end: expected.end,
      level: expected.level,
      types: expected.types,
      leftOut: expected.leftOut,
    });
    expect(answer.entitlements.every(({ code }) => code === null)).toBe(true);
  });

  it.each(notKnownRows)('treats %s as a serial that HP does not know', (_, candidate) => {
    expect(answerOf(candidate)).toEqual({ kind: 'not-known' });
  });

  it.each(unexpectedRows)('marks %s as unexpected without affecting the other serials', (_, candidate) => {
    const answers = readQueryRows([candidate, other]);
    expect(answers?.get('5CG4120SIM')).toEqual({ kind: 'unexpected' });
    expect(answers?.get('GOOD12345')?.kind).toBe('found');
  });

  it('fills in what HP knows about the device, with null for the rest', () => {
    expect(answerOf(row)).toMatchObject({
      device: {
        serviceTag: '5CG4120SIM',
        productCode: '8C2X9UT',
        productLineDescription: null,
        productFamily: null,
        shipDate: null,
        localChannel: null,
        productLobDescription: null,
        countryCode: 'US',
        systemDescription: 'Simulated EliteBook 840 14 inch G11 (8C2X9UT)',
      },
    });
    expect(answerOf({ sn: '5cg4120sim', offers: [onsite] })).toMatchObject({
      device: { serviceTag: '5CG4120SIM', productCode: null, countryCode: null, systemDescription: null },
    });
  });

  it('uses the first row of a serial', () => {
    const second = { ...row, product: { ...product, productNumber: 'SECOND' } };
    expect(answerOf(row)).toEqual(readQueryRows([row, second])?.get('5CG4120SIM'));
  });

  it.each([
    [null],
    [42],
    ['text'],
    [{}],
    [{ sn: 7 }],
    [{ product: { serialNumber: ' ' }, offers: [onsite] }],
  ])('skips %j, which has no serial', (candidate) => {
    expect([...(readQueryRows([candidate, other])?.keys() ?? [])]).toEqual(['GOOD12345']);
  });

  it.each([
    [{ fault: { faultstring: 'Simulated', detail: { errorcode: 'sim' } } }],
    [{ message: 'An error has occurred.' }],
    [row],
    ['<html>'],
    [null],
    [undefined],
  ])('rejects %j, which is not a list', (body) => {
    expect(readQueryRows(body)).toBeNull();
  });
});
