import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import type { DiscoveredDevice } from '@warranty/contracts/agents';
import { lookupItems, maxLookupItems } from '@warranty/contracts/lookup-items';
import { readScanLookup, type ScanLookup, startScanLookup } from '@warranty/contracts/scan-lookups';
import { lookupWarranty } from '@warranty/contracts/warranty';
import { useEffect, useMemo } from 'react';
import { call } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { discoveriesKey } from '../scans/use-discoveries.ts';
import {
  type Answers,
  type DeviceWarranty,
  failedWarranty,
  isDell,
  isRecent,
  withLookup,
  withSerial,
} from './device-warranty.ts';

const pollMs = 1000;
/** A lookup that has met a daily limit continues on the next day. */
const pausedPollMs = 60_000;

const noAnswers: Answers = new Map();

const keyOf = (sessionId: string) => ['device-warranties', sessionId];
const storedKeyOf = (sessionId: string) => [...discoveriesKey, 'warranties', sessionId];
const lookupKeyOf = (sessionId: string) => [...discoveriesKey, 'lookup', sessionId];

function put(sessionId: string, { id }: DiscoveredDevice, warranty: DeviceWarranty): void {
  queryClient.setQueryData<Answers>(keyOf(sessionId), (before) => new Map(before).set(id, warranty));
}

/** One device is looked up at once. */
async function lookUpDevice(sessionId: string, device: DiscoveredDevice, refresh: boolean): Promise<void> {
  const { serial, manufacturer } = device;
  put(sessionId, device, { state: 'asking' });
  const body = { modelNumber: serial ?? '', ...(manufacturer && { manufacturer }), refresh };
  const warranty = await call(lookupWarranty, { body }).then(
    (result): DeviceWarranty => ({ state: 'answered', result }),
    failedWarranty,
  );
  put(sessionId, device, warranty);
}

/** The server looks them up, whether or not this page stays open. All devices of the scan if none are given. */
export async function lookUpDevices(sessionId: string, devices?: readonly DiscoveredDevice[]): Promise<void> {
  const body = devices ? { devices: devices.map(({ id }) => id) } : {};
  const started = await call(startScanLookup, { params: { sessionId }, body });
  queryClient.setQueryData(lookupKeyOf(sessionId), started);
}

/** Devices with a serial number and without a result of the last day. */
export function withoutRecentResult(
  devices: readonly DiscoveredDevice[],
  answers: Answers,
): DiscoveredDevice[] {
  return withSerial(devices).filter(({ id }) => !isRecent(answers.get(id)));
}

/** The progress of the lookup of the scan, while there is any. */
function useScanLookup(sessionId: string, isWanted: boolean): ScanLookup | null {
  const { data } = useQuery({
    queryKey: lookupKeyOf(sessionId),
    queryFn: isWanted ? () => call(readScanLookup, { params: { sessionId } }) : skipToken,
    refetchInterval: ({ state }) => {
      const { status, continuesAt } = state.data?.lookup ?? {};
      if (status === 'processing') return pollMs;
      return status === 'paused' && continuesAt ? pausedPollMs : false;
    },
  });
  return data?.lookup ?? null;
}

/**
 * Warranties of the devices of a scan: those that the user has looked up before, those of one device looked up here, and those
 * that the server looks up for the scan, as they arrive.
 */
export function useDeviceWarranties(
  sessionId: string,
  devices: readonly DiscoveredDevice[],
  isSample: boolean,
) {
  const { data: fromHere = noAnswers } = useQuery<Answers>({
    queryKey: keyOf(sessionId),
    queryFn: skipToken,
  });
  const hasSerials = devices.some(({ serial }) => serial !== null);
  const stored = useQuery<Answers>({
    queryKey: storedKeyOf(sessionId),
    queryFn: hasSerials ? () => readStoredWarranties(sessionId, devices) : skipToken,
  });
  const { refetch } = stored;
  const lookup = useScanLookup(sessionId, hasSerials && !isSample);
  const done = lookup?.done;
  useEffect(() => {
    if (done) void refetch();
  }, [done, refetch]);
  const answers = useMemo<Answers>(
    () => withLookup(new Map([...(stored.data ?? []), ...fromHere]), lookup, devices),
    [stored.data, fromHere, lookup, devices],
  );
  const start = useMutation({
    mutationFn: async (chosen: readonly DiscoveredDevice[]) => {
      // The server does not have the sample.
      if (isSample) for (const device of chosen) await lookUpDevice(sessionId, device, false);
      else await lookUpDevices(sessionId, chosen);
    },
  });
  const askingCount = useMemo(
    () => [...answers.values()].filter(({ state }) => state === 'asking').length,
    [answers],
  );
  return {
    answers,
    askingCount,
    /** The lookup of the scan, if it has stopped for now. */
    paused: lookup?.status === 'paused' ? lookup : null,
    startError: start.error,
    stored,
    /** A device with a result is looked up again. */
    lookUp: (device: DiscoveredDevice) =>
      lookUpDevice(sessionId, device, answers.get(device.id)?.state === 'answered'),
    lookUpAll: (all: readonly DiscoveredDevice[]) => start.mutate(withoutRecentResult(all, answers)),
  };
}

export type DeviceWarranties = ReturnType<typeof useDeviceWarranties>;

const maxSerialLength = 200;

const isLookupItem = ({ serial }: DiscoveredDevice) =>
  serial !== null && serial.trim() !== '' && serial.length <= maxSerialLength;

/**
 * The last known warranties of these devices, which calls no vendor. They come from earlier lookups of the same user on
 * any screen, also of the same devices in an earlier scan. What is recent is not read again.
 */
async function readStoredWarranties(
  sessionId: string,
  devices: readonly DiscoveredDevice[],
): Promise<Answers> {
  const stored = new Map(queryClient.getQueryData<Answers>(storedKeyOf(sessionId)));
  const open = withoutRecentResult(devices, stored).filter(isLookupItem);
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
      const manufacturer = result.manufacturer ?? '';
      stored.set(id, { state: 'answered', result: { ...result, manufacturer } });
    }
  }
  return stored;
}
