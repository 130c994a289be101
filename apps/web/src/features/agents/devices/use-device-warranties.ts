import { skipToken, useQuery } from '@tanstack/react-query';
import type { DiscoveredDevice } from '@warranty/contracts/agents';
import { lookupItems, maxLookupItems } from '@warranty/contracts/lookup-items';
import { lookupWarranty } from '@warranty/contracts/warranty';
import { useMemo } from 'react';
import { call } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { discoveriesKey } from '../scans/use-discoveries.ts';
import { type DeviceWarranty, failedWarranty, isDell, resultOf, withSerial } from './device-warranty.ts';

/** Dell devices per call: a list counts as one vendor call, and the number of calls is limited. */
const batchSize = 100;
const concurrency = 3;
/** Keeps cached results, which arrive at once, within the request rate of a session. */
const minLookupMs = 75;

type Answers = ReadonlyMap<string, DeviceWarranty>;

const noAnswers: Answers = new Map();

async function lookUpOne(
  { serial, manufacturer }: DiscoveredDevice,
  refresh = false,
): Promise<DeviceWarranty> {
  try {
    const body = { modelNumber: serial ?? '', ...(manufacturer && { manufacturer }), refresh };
    return { state: 'answered', result: await call(lookupWarranty, { body }) };
  } catch (error) {
    return failedWarranty(error);
  }
}

async function lookUpDellBatch(devices: DiscoveredDevice[]): Promise<DeviceWarranty[]> {
  try {
    const items = devices.map(({ serial }) => ({ serialNumber: serial ?? '', manufacturer: 'Dell' }));
    const results = await call(lookupItems, { body: { items } });
    return devices.map((_, index) => {
      const result = results[index];
      if (!result) return failedWarranty(null);
      // They were looked up as Dell devices, and the reply has no manufacturer for an identifier it rejects.
      return { state: 'answered', result: { ...result, manufacturer: 'Dell' } };
    });
  } catch (error) {
    return devices.map(() => failedWarranty(error));
  }
}

const keyOf = (sessionId: string) => ['device-warranties', sessionId];

function put(sessionId: string, devices: readonly DiscoveredDevice[], warranties: DeviceWarranty[]): void {
  queryClient.setQueryData<Answers>(keyOf(sessionId), (before) => {
    const after = new Map(before);
    for (const [at, { id }] of devices.entries()) after.set(id, warranties[at] as DeviceWarranty);
    return after;
  });
}

const asking = (): DeviceWarranty => ({ state: 'asking' });

async function lookUpDevice(sessionId: string, device: DiscoveredDevice, refresh: boolean): Promise<void> {
  put(sessionId, [device], [asking()]);
  put(sessionId, [device], [await lookUpOne(device, refresh)]);
}

/** Continues if the user opens another page, and its results are there when the user returns. */
export async function lookUpDevices(sessionId: string, devices: readonly DiscoveredDevice[]): Promise<void> {
  put(sessionId, devices, devices.map(asking));
  const dells = devices.filter(isDell);
  const others = devices.filter((device) => !isDell(device));
  const dellLane = async () => {
    while (dells.length > 0) {
      const batch = dells.splice(0, batchSize);
      put(sessionId, batch, await lookUpDellBatch(batch));
    }
  };
  const otherLane = async () => {
    for (let device = others.shift(); device; device = others.shift()) {
      const pause = new Promise((resolve) => setTimeout(resolve, minLookupMs));
      put(sessionId, [device], [await lookUpOne(device)]);
      await pause;
    }
  };
  await Promise.all([dellLane(), ...Array.from({ length: concurrency }, otherLane)]);
}

const recentMs = 24 * 3600 * 1000;

/** Devices with a serial number and without a result of the last day. */
export function withoutRecentResult(
  devices: readonly DiscoveredDevice[],
  answers: Answers,
): DiscoveredDevice[] {
  const recent = Date.now() - recentMs;
  return withSerial(devices).filter(({ id }) => {
    const checkedAt = resultOf(answers.get(id))?.source?.checkedAt;
    return checkedAt === undefined || Date.parse(checkedAt) < recent;
  });
}

/**
 * Warranties of the devices of a scan: those that the user has looked up before, and those looked up here, for one device or for all.
 * Lookups of this page are cached like any query, so they survive, and keep arriving, when the user leaves the page and returns;
 * after a reload, the server knows them.
 */
export function useDeviceWarranties(sessionId: string, devices: readonly DiscoveredDevice[]) {
  const { data: fromHere = noAnswers } = useQuery<Answers>({
    queryKey: keyOf(sessionId),
    queryFn: skipToken,
  });
  const hasSerials = devices.some(({ serial }) => serial !== null);
  const stored = useQuery<Answers>({
    queryKey: [...discoveriesKey, 'warranties', sessionId],
    queryFn: hasSerials ? () => readStoredWarranties(devices) : skipToken,
  });
  const answers = useMemo<Answers>(
    () => (stored.data ? new Map([...stored.data, ...fromHere]) : fromHere),
    [stored.data, fromHere],
  );
  const askingCount = useMemo(
    () => [...answers.values()].filter(({ state }) => state === 'asking').length,
    [answers],
  );
  return {
    answers,
    askingCount,
    stored: {
      isLoading: stored.isLoading,
      hasFailed: stored.isError && !stored.isFetching,
      retry: stored.refetch,
    },
    /** A device with a result is looked up again. */
    lookUp: (device: DiscoveredDevice) =>
      lookUpDevice(sessionId, device, answers.get(device.id)?.state === 'answered'),
    lookUpAll: (all: readonly DiscoveredDevice[]) =>
      lookUpDevices(sessionId, withoutRecentResult(all, answers)),
  };
}

export type DeviceWarranties = ReturnType<typeof useDeviceWarranties>;

const maxSerialLength = 200;

const isLookupItem = ({ serial }: DiscoveredDevice) =>
  serial !== null && serial.trim() !== '' && serial.length <= maxSerialLength;

/**
 * The last known warranties of these devices, which calls no vendor. They come from earlier lookups of the same user on
 * any screen, also of the same devices in an earlier scan.
 */
async function readStoredWarranties(
  devices: readonly DiscoveredDevice[],
): Promise<Map<string, DeviceWarranty>> {
  const stored = new Map<string, DeviceWarranty>();
  const open = withSerial(devices).filter(isLookupItem);
  for (let from = 0; from < open.length; from += maxLookupItems) {
    const batch = open.slice(from, from + maxLookupItems);
    const items = batch.map((device) => {
      const manufacturer = isDell(device) ? 'Dell' : device.manufacturer;
      return { serialNumber: device.serial ?? '', ...(manufacturer && { manufacturer }) };
    });
    const results = await call(lookupItems, { body: { items, cachedOnly: true } });
    for (const [index, { id }] of batch.entries()) {
      const result = results[index];
      if (result?.outcome !== 'found' && result?.outcome !== 'not-known') continue;
      stored.set(id, {
        state: 'answered',
        result: { ...result, manufacturer: result.manufacturer ?? '' },
      });
    }
  }
  return stored;
}
