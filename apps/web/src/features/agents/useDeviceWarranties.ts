import { skipToken, useQuery } from '@tanstack/react-query';
import type { DiscoveredDevice } from '@warranty/contracts/agents';
import { lookupItems } from '@warranty/contracts/bulk-lookup';
import { lookupWarranty } from '@warranty/contracts/warranty';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/query.ts';
import { type DeviceWarranty, failedWarranty, isDell, withSerial } from './device-warranty.ts';

/** Dell devices per call: a list counts as one vendor call, and the number of calls is limited. */
const batchSize = 100;
const concurrency = 3;
/** Keeps cached results, which arrive at once, within the request rate of a session. */
const minLookupMs = 75;

type Answers = ReadonlyMap<string, DeviceWarranty>;

const noAnswers: Answers = new Map();

async function lookUpOne({ serial, manufacturer }: DiscoveredDevice): Promise<DeviceWarranty> {
  try {
    const body = { modelNumber: serial ?? '', ...(manufacturer && { manufacturer }) };
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

/**
 * Warranties of the devices of a scan, looked up for one device or for all. They are cached like any query, so results
 * survive, and keep arriving, when the user leaves the page and returns.
 */
export function useDeviceWarranties(sessionId: string) {
  const queryKey = ['device-warranties', sessionId];
  const { data: answers = noAnswers } = useQuery<Answers>({ queryKey, queryFn: skipToken });
  const put = (devices: DiscoveredDevice[], warranties: DeviceWarranty[]) =>
    queryClient.setQueryData<Answers>(queryKey, (before) => {
      const after = new Map(before);
      for (const [at, { id }] of devices.entries()) after.set(id, warranties[at] as DeviceWarranty);
      return after;
    });

  const lookUp = async (device: DiscoveredDevice) => {
    put([device], [{ state: 'asking' }]);
    put([device], [await lookUpOne(device)]);
  };

  /** Skips devices that already have a result. */
  const lookUpAll = async (devices: readonly DiscoveredDevice[]) => {
    const open = withSerial(devices).filter(({ id }) => answers.get(id)?.state !== 'answered');
    put(
      open,
      open.map(() => ({ state: 'asking' })),
    );
    const dells = open.filter(isDell);
    const others = open.filter((device) => !isDell(device));
    const dellLane = async () => {
      while (dells.length > 0) {
        const batch = dells.splice(0, batchSize);
        put(batch, await lookUpDellBatch(batch));
      }
    };
    const otherLane = async () => {
      for (let device = others.shift(); device; device = others.shift()) {
        const pause = new Promise((resolve) => setTimeout(resolve, minLookupMs));
        put([device], [await lookUpOne(device)]);
        await pause;
      }
    };
    await Promise.all([dellLane(), ...Array.from({ length: concurrency }, otherLane)]);
  };
  const isAsking = [...answers.values()].some(({ state }) => state === 'asking');
  return { answers, lookUp, lookUpAll, isAsking };
}
