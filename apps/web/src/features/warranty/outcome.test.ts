import { RequestError } from '@warranty/contracts/core/client';
import { describe, expect, it } from 'vitest';
import { afterLookup, failedOutcome, type Outcome, offlineOutcome } from './outcome.ts';

function refused(status: number, body: string): RequestError {
  return new RequestError(new Response(null, { status }), body);
}

describe('the error of a failed lookup', () => {
  it.each([
    [refused(422, '{"error":"Choose a manufacturer.","code":"maker_unknown"}'), 'Choose a manufacturer.'],
    [refused(502, '<html>Bad Gateway</html>'), 'Server error: 502'],
    [refused(500, '{"error":""}'), 'Server error: 500'],
    [refused(400, ''), 'Server error: 400'],
    [
      new TypeError('Failed to fetch'),
      'Failed to retrieve warranty information. Please check the model number and try again.',
    ],
  ])('for %s', (error, text) =>
    expect(failedOutcome({ modelNumber: 'ABC1234', manufacturer: 'HP' }, error).result.error).toBe(text),
  );
});

describe('offlineOutcome', () => {
  it.each([
    ['saved', 'It is saved in this browser, and you can send it when the connection is back.'],
    ['not saved', 'Try again when the connection is back.'],
  ] as const)('says what happens to a lookup that is %s, and blames no model number', (offline, text) => {
    const outcome = offlineOutcome({ modelNumber: 'ABC1234', manufacturer: '' }, offline);
    expect(outcome).toMatchObject({ offline, result: { modelNumber: 'ABC1234', status: 'unknown' } });
    expect(outcome.result.error).toBe(
      `There is no connection to the server, so this lookup was not sent. ${text}`,
    );
  });
});

describe('failedOutcome', () => {
  it('is a result with status unknown and the chosen manufacturer', () => {
    const outcome = failedOutcome({ modelNumber: 'ABC1234', manufacturer: 'HP' }, refused(500, ''));
    expect(outcome).toMatchObject({
      manufacturerBasis: 'known',
      result: { status: 'unknown', manufacturer: 'HP', modelNumber: 'ABC1234', error: 'Server error: 500' },
    });
  });

  it.each([
    ['ThinkPad T14', 'Lenovo', 'known'],
    ['ABC1234', 'Dell', 'known'],
    ['PF3ABCDE', 'Lenovo', 'likely'],
    ['5CG9123ZZX', 'HP', 'likely'],
    ['QX-77-00-1B-C9-Z', 'Dell', 'assumed'],
    ['To be filled by O.E.M.', 'Dell', 'assumed'],
  ])(
    'for %s without a chosen manufacturer shows %s, which is %s',
    (modelNumber, manufacturer, manufacturerBasis) => {
      const outcome = failedOutcome({ modelNumber, manufacturer: '' }, new Error('offline'));
      expect(outcome).toMatchObject({ manufacturerBasis: manufacturerBasis, result: { manufacturer } });
    },
  );
});

describe('afterLookup', () => {
  const request = { modelNumber: 'ABC1234', manufacturer: 'Dell' };
  const answer = (checkedAt: string, refresh: boolean): Outcome => {
    const { result } = failedOutcome(request, null);
    const { error: _, ...rest } = result;
    const source = { vendor: 'Dell', checkedAt, stale: false, demo: false, page: null };
    return { request: { ...request, refresh }, manufacturerBasis: 'known', result: { ...rest, source } };
  };
  const before = answer('2026-08-01T10:00:00Z', false);

  it('shows a failed lookup, but keeps the previous result if a refresh fails', () => {
    const failed = failedOutcome(request, refused(503, '{"error":"Dell is busy."}'));
    expect(afterLookup(before, failed)).toBe(failed);
    const failedRefresh = { ...failed, request: { ...request, refresh: true } };
    expect(afterLookup(before, failedRefresh)).toEqual({
      ...before,
      notice: { failed: true, text: 'Dell is busy.' },
    });
  });

  it('shows a notice if a refresh returns nothing newer', () => {
    expect(afterLookup(before, answer('2026-08-01T10:00:00Z', true)).notice?.failed).toBe(false);
    expect(afterLookup(before, answer('2026-08-01T10:09:00Z', true)).notice).toBeUndefined();
  });
});
