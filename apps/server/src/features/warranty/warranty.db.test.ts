import type { WarrantyResult } from '@warranty/contracts/warranty';
import { afterEach, describe, expect, it } from 'vitest';
import { samplesOf, startVendorFixture } from '../../../test/vendor.ts';

const scene = await startVendorFixture({ LOOKUPS_PER_MINUTE: '1000' });
afterEach(async () => {
  await scene.simulator.reset();
  await scene.query('delete from vendor_gates');
});

async function found(modelNumber: string, manufacturer?: string): Promise<WarrantyResult> {
  const response = await scene.lookup({ modelNumber, manufacturer });
  expect(response.statusCode).toBe(200);
  return response.json();
}

describe('POST /api/warranty/lookup', () => {
  it('returns a valid result for every sample of the simulator', async () => {
    for (const { tag } of await samplesOf('Dell', scene.simulator)) {
      const result = await found(tag, 'Dell');
      expect(result.modelNumber).toBe(tag);
      expect(result.manufacturer).toBe('Dell');
      expect(result.source).toMatchObject({ vendor: 'Dell', stale: false, demo: false });
      for (const line of result.allEntitlements) expect(line.counted).toBe(line.leftOutBecause === null);
    }
  });

  it('reports how the manufacturer was determined', async () => {
    expect((await found('7XK2P93')).manufacturerEvidence).toMatch(/Dell/);
    expect((await found('7XK2P93', 'dell inc.')).manufacturer).toBe('Dell');
  });

  it('converts an express service code to its tag', async () => {
    expect((await found('125 423 316 01', 'Dell')).modelNumber).toBe('5RFDP01');
  });

  it('prefers Dell as chosen by the user over the format of a product number', async () => {
    expect((await scene.lookup({ modelNumber: 'C9300' })).json()).toMatchObject({ code: 'needs_serial' });
    expect((await found('C9300', 'Dell')).modelNumber).toBe('C9300');
  });

  it.each([
    [{ modelNumber: '' }, 400, 'invalid_request'],
    [{ modelNumber: '   ' }, 400, 'invalid_request'],
    [{}, 400, 'invalid_request'],
    [{ modelNumber: 'Latitude 5440' }, 422, 'needs_serial'],
    [{ modelNumber: 'To Be Filled By O.E.M.' }, 422, 'placeholder_identifier'],
    [{ modelNumber: 'siehe Etikett', manufacturer: 'Dell' }, 422, 'not_a_serial'],
    [{ modelNumber: 'QX77001BC9' }, 422, 'maker_unknown'],
    [{ modelNumber: 'ABC12345', manufacturer: 'Fujitsu' }, 422, 'maker_not_supported'],
    [{ modelNumber: 'C02XG2JHJG5H', manufacturer: 'Apple' }, 422, 'vendor_without_lookup'],
    [{ modelNumber: 'PF1ABC23', manufacturer: 'Lenovo' }, 424, 'vendor_keys_missing'],
    [{ modelNumber: 'PFYVQQNY', manufacturer: 'Lenovo' }, 424, 'vendor_keys_missing'],
  ])('rejects %j with %i %s without calling a vendor', async (body, status, code) => {
    const response = await scene.lookup(body);
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ code });
    expect(await scene.dellCalls()).toBe(0);
  });

  it('names the model and the vendor in the error for a model name', async () => {
    const { error } = (await scene.lookup({ modelNumber: 'Latitude 5440' })).json();
    expect(error).toBe(
      "Dell needs a service tag or serial number to look up a warranty. 'Latitude 5440' is a model name.",
    );
  });

  it('caches an answer, and refreshes it only on request and not within five minutes', async () => {
    await found('KEEP001');
    await found(' keep001 ');
    await scene.lookup({ modelNumber: 'KEEP001', refresh: true });
    expect(await scene.dellCalls()).toBe(1);
    await scene.query("update warranty_records set checked_at = now() - interval '6 minutes'");
    await scene.lookup({ modelNumber: 'KEEP001', refresh: true });
    expect(await scene.dellCalls()).toBe(2);
    await scene.query("update warranty_records set checked_at = now() - interval '25 hours'");
    await found('KEEP001');
    expect(await scene.dellCalls()).toBe(3);
  });

  it('retries once for a tag that the vendor omitted', async () => {
    await scene.simulator.faults({ missingTags: ['MISS001'] });
    const response = await scene.lookup({ modelNumber: 'MISS001' });
    expect(response.json()).toMatchObject({ code: 'vendor_unexpected' });
    expect(await scene.dellCalls()).toBe(2);
  });

  it('fetches a new token once when the old one is rejected', async () => {
    await found('TOKEN01');
    const before = await scene.simulator.counts();
    await scene.simulator.faults({ unauthorizedAfter: 0 });
    await found('TOKEN02');
    expect((await scene.simulator.counts()).tokenCalls - before.tokenCalls).toBe(1);
  });

  it.each([
    ['server errors', { serverErrors: { times: -1 } }, 'vendor_unreachable'],
    ['HTML instead of JSON', { htmlInsteadOfJson: { times: -1 } }, 'vendor_unexpected'],
    ['a truncated reply', { halfAnswer: { times: -1 } }, 'vendor_unreachable'],
    ['an object instead of a list', { drift: 'arrayBecomesObject' }, 'vendor_unexpected'],
    ['a renamed field', { drift: 'renamedField' }, 'vendor_unexpected'],
    ['dates in another format', { drift: 'dateFormat' }, 'vendor_unexpected'],
    ['a limit', { busy: { times: -1, retryAfter: 7 } }, 'vendor_busy'],
  ])('turns %s into an error message with a Retry-After', async (_, faults, code) => {
    await scene.simulator.faults(faults);
    const response = await scene.lookup({ modelNumber: `BRK${code.length}X1`.padEnd(7, '0').slice(0, 7) });
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({ code });
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('returns the cached answer with its age while the vendor is down', async () => {
    const fresh = await found('STALE01');
    await scene.query("update warranty_records set checked_at = now() - interval '3 days'");
    await scene.simulator.faults({ serverErrors: { times: -1 } });
    const kept = await found('STALE01');
    expect(kept.source?.stale).toBe(true);
    expect(kept.endDate).toBe(fresh.endDate);
    expect(Date.now() - Date.parse(kept.source?.checkedAt ?? '')).toBeGreaterThan(2.9 * 24 * 3600 * 1000);
  });
});

describe('the circuit breaker', () => {
  const sayings = async (count: number, prefix: string) => {
    const sentences: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const reply = await scene.lookup({ modelNumber: `${prefix}${index}`.padEnd(7, 'X') });
      sentences.push(reply.json().error ?? 'answered');
    }
    return sentences;
  };
  const openSentence = 'Dell did not respond (too many consecutive failures). Try again later.';

  it('opens after five unreadable replies in a row', async () => {
    await scene.simulator.faults({ htmlInsteadOfJson: { times: -1 } });
    const sentences = await sayings(7, 'GARB');
    expect(sentences.indexOf(openSentence)).toBe(5);
    expect(await scene.dellCalls()).toBe(5);
  });

  it('stays closed when only single devices have malformed rows', async () => {
    await scene.simulator.faults({ malformedTags: { every: 1 } });
    expect(await sayings(7, 'ODDR')).not.toContain(openSentence);
    await scene.simulator.reset();
    expect(await sayings(1, 'WELL')).toEqual(['answered']);
  });
});

it('lookup rate limits count vendor calls per session, but not cached answers', async () => {
  const limited = await startVendorFixture({ LOOKUPS_PER_MINUTE: '3' });
  for (let index = 0; index < 3; index += 1)
    expect((await limited.lookup({ modelNumber: `LIMIT0${index}` })).statusCode).toBe(200);
  const refused = await limited.lookup({ modelNumber: 'LIMIT09' });
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await limited.lookup({ modelNumber: 'LIMIT01' })).statusCode).toBe(200);
});
