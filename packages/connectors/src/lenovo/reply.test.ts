import { resolveCoverage } from '@warranty/domain/entitlements';
import { endDateOf, startDateOf, statusAt } from '@warranty/domain/warranty-dates';
import { describe, expect, it } from 'vitest';
import { foundCases, row, unexpectedRows } from './reply.cases.ts';
import { readWarrantyReply } from './reply.ts';

const other = { ...row, Serial: 'GOOD1234' };
const notFound = { Code: 100, Message: 'Simulated: no such serial' };
const severalFound = { Code: 101, Message: 'Simulated: several machines' };
const ambiguous = { kind: 'ambiguous', missing: 'machine type' };

const answerOf = (candidate: unknown) => readWarrantyReply([candidate, other])?.named.get('PFSIM001');

function entitlementsOf(candidate: unknown) {
  const answer = answerOf(candidate);
  if (answer?.kind !== 'found') throw new Error(`got ${answer?.kind}`);
  return answer.entitlements;
}

describe('readWarrantyReply', () => {
  it.each(foundCases)('finds the main coverage with $name', (expected) => {
    const entitlements = entitlementsOf(expected.row);
    const cover = resolveCoverage(entitlements);
    expect({
      start: startDateOf(cover.startsAt),
      end: endDateOf(cover.endsAt),
      level: cover.level,
      types: entitlements.map(({ type }) => type),
      leftOut: cover.rows.map(({ leftOutBecause }) => leftOutBecause),
    }).toEqual({
      start: expected.start,
      end: expected.end,
      level: expected.level,
      types: expected.types,
      leftOut: expected.leftOut,
    });
    expect(entitlements.every(({ code }) => code === null)).toBe(true);
  });

  it.each(unexpectedRows)('marks %s as unexpected without affecting the other serials', (_, candidate) => {
    const rows = readWarrantyReply([candidate, other]);
    expect(rows?.named.get('PFSIM001')).toEqual({ kind: 'unexpected' });
    expect(rows?.named.get('GOOD1234')?.kind).toBe('found');
  });

  it('does not read coverage that Lenovo claims but does not list as no coverage', () => {
    expect(answerOf({ ...row, Warranty: undefined })).toEqual({ kind: 'unexpected' });
    expect(answerOf({ ...row, Warranty: undefined, Contract: [] })).toEqual({ kind: 'unexpected' });
  });

  it('counts the last day as covered', () => {
    const { endsAt } = resolveCoverage(entitlementsOf(row));
    expect(statusAt(endsAt, new Date('2027-01-31T18:00:00Z'))).toBe('expiring');
    expect(statusAt(endsAt, new Date('2027-02-01T00:00:00Z'))).toBe('expired');
  });

  it('reads a single object like a list of one', () => {
    expect(readWarrantyReply(row)).toEqual(readWarrantyReply([row]));
  });

  it('recognizes an unknown or ambiguous serial by its code', () => {
    expect(answerOf({ Serial: 'PFSIM001', ...notFound })).toEqual({ kind: 'not-known' });
    expect(answerOf({ Serial: 'pfsim001', ...severalFound })).toEqual(ambiguous);
    expect(readWarrantyReply(notFound)).toEqual({ named: new Map(), unnamed: [{ kind: 'not-known' }] });
    expect(readWarrantyReply(severalFound)?.unnamed).toEqual([ambiguous]);
    expect(readWarrantyReply({ ...notFound, Code: 500 })?.unnamed).toEqual([{ kind: 'unexpected' }]);
  });

  it('fills in what Lenovo knows about the device, with null for the rest', () => {
    expect(answerOf(row)).toMatchObject({
      device: {
        serviceTag: 'PFSIM001',
        productCode: '21HMSIM100',
        productLineDescription: 'SIM T14',
        productFamily: 'LAPTOPS',
        shipDate: '2024-01-15',
        localChannel: null,
        productLobDescription: null,
        countryCode: 'US',
        systemDescription: 'SIM T14 (Type 21HM)',
      },
    });
    const qualified = readWarrantyReply({ ...row, Serial: 'pfsim001.21hm' })?.named.get('PFSIM001.21HM');
    expect(qualified).toMatchObject({ device: { serviceTag: 'PFSIM001' } });
  });

  it('uses the first row of a serial', () => {
    const rows = readWarrantyReply([row, { Serial: 'pfsim001', ...notFound }]);
    expect(rows?.named.get('PFSIM001')?.kind).toBe('found');
  });

  it.each([[null], [42], ['text'], [{}], [{ Serial: 7 }], [{ ...row, Serial: ' ' }]])(
    'returns %j, which has no serial, separately',
    (candidate) => {
      const rows = readWarrantyReply([candidate, other]);
      expect([...(rows?.named.keys() ?? [])]).toEqual(['GOOD1234']);
      expect(rows?.unnamed).toEqual([{ kind: 'unexpected' }]);
    },
  );

  it.each([[{}], [{ message: 'Simulated' }], [{ Code: '100' }], ['<html>'], [null], [undefined], [42]])(
    'rejects %j, which is not a reply to this call',
    (body) => {
      expect(readWarrantyReply(body)).toBeNull();
    },
  );
});
