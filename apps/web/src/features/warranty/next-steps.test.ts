import { RequestError } from '@warranty/contracts/core/client';
import type { ErrorCode } from '@warranty/contracts/core/errors';
import { describe, expect, it } from 'vitest';
import { nextStepsFor } from './next-steps.ts';
import { failedOutcome, type LookupRequest, type Outcome } from './outcome.ts';

function refused(request: LookupRequest, code: ErrorCode): Outcome {
  const error = new RequestError(
    new Response(null, { status: 422 }),
    JSON.stringify({ error: 'Why.', code }),
  );
  return failedOutcome(request, error);
}

/** The vendor answered that it does not know the device. */
function notKnown(request: LookupRequest): Outcome {
  const { result } = failedOutcome(request, null);
  const source = { vendor: 'Dell', checkedAt: '2026-11-18T10:00:00Z', stale: false, demo: false, page: null };
  return { request, manufacturerBasis: 'known', result: { ...result, source } };
}

const detected = { modelNumber: 'ABC1234', manufacturer: '' };
const chosen = { modelNumber: 'ABC1234', manufacturer: 'Dell' };

describe('a failed lookup', () => {
  it.each([
    'vendor_busy',
    'vendor_unreachable',
    'too_many_requests',
    'internal',
    'vendor_keys_refused',
  ] as const)('can be repeated after %s', (code) =>
    expect(nextStepsFor(refused(chosen, code)).canRetry).toBe(true),
  );

  it('can be repeated without a reply from the server', () =>
    expect(nextStepsFor(failedOutcome(chosen, new TypeError('Failed to fetch'))).canRetry).toBe(true));

  it.each([
    ...(['needs_serial', 'not_a_serial', 'placeholder_identifier', 'maker_unknown'] as const),
    ...(['maker_not_supported', 'serial_ambiguous', 'vendor_without_lookup', 'vendor_keys_missing'] as const),
  ])('is not repeated after %s, which would give the same answer', (code) =>
    expect(nextStepsFor(refused(chosen, code)).canRetry).toBe(false),
  );

  it('is not repeated if the vendor does not know the device', () =>
    expect(nextStepsFor(notKnown(chosen))).toMatchObject({ canRetry: false, manufacturers: [] }));
});

describe('the manufacturer of a failed lookup', () => {
  it('is chosen from all if it is unknown', () => {
    const steps = nextStepsFor(refused({ modelNumber: 'QX77001BC9', manufacturer: '' }, 'maker_unknown'));
    expect(steps.likelyManufacturer).toBeNull();
    expect(steps.manufacturers).toEqual(['Dell', 'Lenovo', 'HP', 'Apple', 'Cisco', 'Meraki']);
  });

  it('is confirmed if the serial number suggests one, or chosen from the others', () => {
    const steps = nextStepsFor(refused({ modelNumber: 'PFYVQQNY', manufacturer: '' }, 'maker_unknown'));
    expect(steps.likelyManufacturer).toBe('Lenovo');
    expect(steps.manufacturers).not.toContain('Lenovo');
  });

  it('is corrected if a detected one does not know the device', () => {
    const { manufacturers } = nextStepsFor(notKnown(detected));
    expect(manufacturers).toEqual(['Lenovo', 'HP', 'Apple', 'Cisco', 'Meraki']);
  });

  it('is not the problem of other failures', () =>
    expect(nextStepsFor(refused(detected, 'vendor_busy')).manufacturers).toEqual([]));
});
