import { describe, expect, it } from 'vitest';
import { isUnknownDevice, readCoverage, readDevice } from './reply.ts';

const plan = {
  description: 'AppleCare+',
  status: 'ACTIVE',
  paymentType: 'PAID_UP_FRONT',
  startDateTime: '2025-02-01T00:00:00Z',
  endDateTime: '2028-01-31T00:00:00Z',
  agreementNumber: '4000001',
  isRenewable: false,
  isCanceled: false,
  contractCancelDateTime: null as string | null,
};
const read = (...plans: object[]) =>
  readCoverage({
    data: plans.map((attributes, id) => ({ type: 'appleCareCoverage', id: String(id), attributes })),
  });
const warranty = { ...plan, description: 'Limited Warranty', endDateTime: '2026-01-31T00:00:00Z' };

describe('readCoverage', () => {
  it('reads calendar days, not instants', () => {
    expect(read(warranty, plan)).toEqual([
      {
        type: 'Warranty',
        startsAt: '2025-02-01',
        endsAt: '2026-01-31',
        code: null,
        level: 'Limited Warranty',
      },
      { type: 'AppleCare', startsAt: '2025-02-01', endsAt: '2028-01-31', code: null, level: 'AppleCare+' },
    ]);
  });

  it.each([
    ['before its end', '2026-06-10T00:00:00Z', { endsAt: '2026-06-09', level: 'AppleCare+ (canceled)' }],
    ['after its end', '2030-01-01T00:00:00Z', { endsAt: '2028-01-31', level: 'AppleCare+ (canceled)' }],
    ['before its start, when it never counts', '2025-02-01T00:00:00Z', { endsAt: null }],
    ['at an unknown time, when it never counts', null, { endsAt: null }],
  ])('counts a canceled plan until its cancellation: %s', (_, contractCancelDateTime, expected) => {
    expect(read({ ...plan, isCanceled: true, contractCancelDateTime })).toMatchObject([expected]);
  });

  it('keeps an active plan without an end open, but not an inactive one', () => {
    const business = { ...plan, description: 'AppleCare+ for Business', endDateTime: null };
    expect(read(business)).toMatchObject([{ endsAt: null, isOpenEnded: true }]);
    expect(read({ ...business, status: 'INACTIVE' })?.[0]).not.toHaveProperty('isOpenEnded');
  });

  it.each([
    ['an end under another name', { ...plan, endDateTime: undefined, coverageEndDateTime: plan.endDateTime }],
    ['an end that is not a date', { ...plan, endDateTime: 'soon' }],
    ['a cancellation that is not a flag', { ...plan, isCanceled: 'yes' }],
  ])('rejects %s', (_, attributes) => expect(read(attributes)).toBeNull());

  it('accepts missing optional fields and unknown values', () => {
    expect(read({ endDateTime: plan.endDateTime, status: 'SUSPENDED' })).toEqual([
      { type: 'AppleCare', startsAt: null, endsAt: '2028-01-31', code: null, level: null },
    ]);
  });

  it.each([undefined, null, 'text', {}, { data: {} }, { data: [{ attributes: 'unavailable' }] }])(
    'rejects the body %j',
    (body) => expect(readCoverage(body)).toBeNull(),
  );
});

it('readDevice takes the model and never an order date for a ship date', () => {
  const attributes = {
    deviceModel: 'MacBook Air (13-inch, M3)',
    deviceCapacity: '256GB',
    partNumber: 'MRXN3LL/A',
    productFamily: 'Mac',
    productType: 'Mac15,12',
    orderDateTime: '2025-01-20T00:00:00Z',
  };
  expect(readDevice({ data: { attributes } }, 'C02SIMACTVA1')).toMatchObject({
    serviceTag: 'C02SIMACTVA1',
    productLineDescription: 'MacBook Air (13-inch, M3)',
    systemDescription: 'MacBook Air (13-inch, M3), 256GB',
    shipDate: null,
  });
});

it('isUnknownDevice distinguishes a missing device from missing coverage', () => {
  const notFound = (detail: string) => ({ errors: [{ status: '404', code: 'NOT_FOUND', detail }] });
  expect(isUnknownDevice(notFound("There is no resource of type 'orgDevices' with id 'X'"))).toBe(true);
  expect(isUnknownDevice(notFound("There is no resource of type 'appleCareCoverage'"))).toBe(false);
  expect(isUnknownDevice(undefined)).toBe(false);
});
