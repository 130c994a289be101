import { apple } from '@warranty/contracts/vendors/apple';
import { assertBatchSize } from '../batch.ts';
import { assertUsableStatus, parseJson, unexpectedReply } from '../call.ts';
import { createTokenClient } from '../client-credentials.ts';
import type { Connector, ConnectorOptions } from '../connector.ts';
import { fillPath } from '../fill-path.ts';
import { createConcurrencyLimit } from '../limit-concurrency.ts';
import { type VendorAnswer, type VendorDevice, VendorError } from '../outcome.ts';
import { retryAfterSeconds } from '../retry-after.ts';
import type { VendorReply } from '../send.ts';
import { type AppleKeys, assertionProof, isSchool } from './assertion.ts';
import { isUnknownDevice, readCoverage, readDevice, unknownDevice } from './reply.ts';

const { paths, timeouts } = apple;

/** For the devices of all runs: Apple loses connections if many calls run in parallel. */
const maxConcurrentCalls = 3;
/** One in seven calls may fail for no lasting reason. */
const maxAttempts = 5;

export interface AppleOptions extends Omit<ConnectorOptions<AppleKeys>, 'baseUrl'> {
  baseUrls: { business: string; school: string; token: string };
}

/** Apple Business Manager or Apple School Manager. Only devices of the keys' organization are known. */
export function createApple({ send, baseUrls, keys, now }: AppleOptions): Connector {
  const tokenUrl = baseUrls.token + paths.token;
  const client = createTokenClient({ send, tokenUrl, proveClient: assertionProof(keys, now), now, timeouts });
  const baseUrl = isSchool(keys) ? baseUrls.school : baseUrls.business;
  const limited = createConcurrencyLimit(maxConcurrentCalls);

  async function get(path: string): Promise<VendorReply> {
    const reply = await client.request('GET', baseUrl + path);
    assertNotAskedToWait(reply, now());
    assertUsableStatus(reply, now());
    return reply;
  }

  /** Within the time that one call may take. The rate limit spaces the attempts. */
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

  /** Coverage is worth showing without the details, whatever went wrong with them. */
  async function fetchDetails(serial: string): Promise<VendorDevice> {
    const answer = await fetchDevice(serial).catch((error: unknown) => {
      if (error instanceof VendorError) return null;
      throw error;
    });
    return answer?.kind === 'found' ? answer.device : unknownDevice(serial);
  }

  /** The details of a device need a call of their own. */
  async function lookUp(serial: string, withDetails: boolean): Promise<VendorAnswer> {
    const reply = await readOf(`${paths.coverage}?limit=1000`, serial);
    const body = parseJson(reply.text);
    // Reports differ on whether a device without coverage has an empty list or none.
    if (reply.status === 404) return isUnknownDevice(body) ? { kind: 'not-known' } : fetchDevice(serial);
    const entitlements = reply.status === 200 ? readCoverage(body) : null;
    if (!entitlements) return { kind: 'unexpected' };
    const device = withDetails ? await fetchDetails(serial) : unknownDevice(serial);
    return { kind: 'found', device, entitlements };
  }

  /** Starts no further device after an error, which concerns all of them. */
  async function lookUpMany(serials: readonly string[]): Promise<Map<string, VendorAnswer>> {
    const answers = new Map<string, VendorAnswer>();
    const errors: unknown[] = [];
    const lookUpNext = async (serial: string) => {
      if (errors.length > 0) return;
      try {
        answers.set(serial, await lookUp(serial, false));
      } catch (error) {
        errors.push(error);
      }
    };
    await Promise.all(serials.map((serial) => limited(() => lookUpNext(serial))));
    if (errors.length > 0) throw errors[0];
    return answers;
  }

  return {
    async lookup(serials) {
      assertBatchSize(apple, serials);
      const [first] = serials;
      if (first === undefined) return new Map();
      // A single device is an individual lookup, which does not wait for the devices of a run.
      const answers =
        serials.length === 1 ? new Map([[first, await lookUp(first, true)]]) : await lookUpMany(serials);
      if ([...answers.values()].every(({ kind }) => kind === 'unexpected')) throw unexpectedReply();
      return answers;
    },
    async checkKeys() {
      const { status } = await getWithRetry(`${paths.devices}?limit=1`);
      if (status !== 200) throw unexpectedReply();
    },
  };
}

/** Some servers that are out of service say when to come back. */
function assertNotAskedToWait({ status, headers }: VendorReply, now: number): void {
  const header = headers['retry-after'];
  if (status < 500 || header === undefined) return;
  throw new VendorError('busy', `HTTP status ${status}`, {
    retryAfterSeconds: retryAfterSeconds(header, now),
  });
}

const isTransient = (error: unknown) =>
  error instanceof VendorError && error.kind === 'unreachable' && !error.isLocalLimit;
