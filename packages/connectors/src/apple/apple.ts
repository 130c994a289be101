import { apple } from '@warranty/contracts/vendors/apple';
import { assertUsableStatus, call, parseJson, unexpectedReply } from '../call.ts';
import { callWithToken, createTokenSource } from '../client-credentials.ts';
import type { Connector, ConnectorOptions } from '../connector.ts';
import { fillPath } from '../fill-path.ts';
import { createConcurrencyLimit } from '../limit-concurrency.ts';
import { type VendorAnswer, VendorError } from '../outcome.ts';
import type { VendorReply } from '../send.ts';
import { type AppleKeys, assertionProof, isSchool } from './assertion.ts';
import { isUnknownDevice, readCoverage, readDevice, unknownDevice } from './reply.ts';

const { name, paths, timeouts, batchSize } = apple;

/** Apple loses connections if many calls run in parallel. */
const maxConcurrentCalls = 3;
/** One in seven calls may fail for no lasting reason. */
const maxAttempts = 5;

export interface AppleOptions extends Omit<ConnectorOptions<AppleKeys>, 'baseUrl'> {
  baseUrls: { business: string; school: string; token: string };
}

/** Apple Business Manager or Apple School Manager. Only devices of the keys' organization are known. */
export function createApple({ send, baseUrls, keys, now }: AppleOptions): Connector {
  const tokens = createTokenSource(send, baseUrls.token + paths.token, assertionProof(keys, now), now);
  const baseUrl = isSchool(keys) ? baseUrls.school : baseUrls.business;
  const limited = createConcurrencyLimit(maxConcurrentCalls);

  async function get(path: string): Promise<VendorReply> {
    const reply = await callWithToken(tokens, (token) =>
      call(send, {
        method: 'GET',
        url: baseUrl + path,
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
        timeoutMs: timeouts.lookupMs,
      }),
    );
    assertUsableStatus(reply, now());
    return reply;
  }

  /** Only within the time that one call may take: a vendor that does not respond at all is not called again. */
  async function getWithRetry(path: string): Promise<VendorReply> {
    const until = now() + timeouts.lookupMs;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await get(path);
      } catch (error) {
        if (!isTransient(error) || attempt >= maxAttempts || now() >= until) throw error;
      }
    }
  }

  const readOf = (path: string, serial: string) =>
    getWithRetry(fillPath(path, { serial: encodeURIComponent(serial) }));

  async function fetchDevice(serial: string): Promise<VendorAnswer> {
    const reply = await readOf(paths.device, serial);
    if (reply.status === 404) return { kind: 'not-known' };
    const device = reply.status === 200 ? readDevice(parseJson(reply.text), serial) : null;
    return device ? { kind: 'found', device, entitlements: [] } : { kind: 'unexpected' };
  }

  async function fetchCoverage(serial: string): Promise<VendorAnswer> {
    const reply = await readOf(`${paths.coverage}?limit=1000`, serial);
    const body = parseJson(reply.text);
    // Reports differ on whether a device without coverage has an empty list or none.
    if (reply.status === 404) return isUnknownDevice(body) ? { kind: 'not-known' } : fetchDevice(serial);
    const entitlements = reply.status === 200 ? readCoverage(body) : null;
    return entitlements
      ? { kind: 'found', device: unknownDevice(serial), entitlements }
      : { kind: 'unexpected' };
  }

  /** With the device's details, which need a call of their own. */
  async function lookUpOne(serial: string): Promise<VendorAnswer> {
    const coverage = await fetchCoverage(serial);
    if (coverage.kind !== 'found') return coverage;
    const details = await fetchDevice(serial);
    return details.kind === 'found' ? { ...coverage, device: details.device } : coverage;
  }

  /** Stops at the first error, which concerns all devices. */
  async function lookUpMany(serials: readonly string[]): Promise<Map<string, VendorAnswer>> {
    const answers = new Map<string, VendorAnswer>();
    let hasFailed = false;
    await Promise.all(
      serials.map((serial) =>
        limited(async () => {
          if (hasFailed) return;
          try {
            answers.set(serial, await fetchCoverage(serial));
          } catch (error) {
            hasFailed = true;
            throw error;
          }
        }),
      ),
    );
    if ([...answers.values()].every(({ kind }) => kind === 'unexpected')) throw unexpectedReply();
    return answers;
  }

  return {
    async lookup(serials) {
      if (serials.length > batchSize)
        throw new Error(`${name} accepts ${batchSize} serials per call, not ${serials.length}`);
      const [first] = serials;
      if (first === undefined) return new Map();
      return serials.length === 1 ? new Map([[first, await lookUpOne(first)]]) : lookUpMany(serials);
    },
    async checkKeys() {
      const { status } = await getWithRetry(`${paths.devices}?limit=1`);
      if (status !== 200) throw unexpectedReply();
    },
  };
}

const isTransient = (error: unknown) =>
  error instanceof VendorError && error.kind === 'unreachable' && !error.isLocalLimit;
