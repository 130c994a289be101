import type { ScanLookup } from '@warranty/contracts/scan-lookups';
import { detectManufacturer } from '@warranty/domain/detect-manufacturer';
import { noAccess } from '../../lookups/answers/device-lookup.ts';
import { identify } from '../../lookups/answers/identify.ts';
import type { VendorSerial } from '../../lookups/engine/chunks.store.ts';
import type { SerialSets, SetState } from '../../lookups/engine/serial-sets.ts';
import type { ResolveVendorAccess } from '../../lookups/vendors/vendor-access.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { isUuid } from '../../platform/is-uuid.ts';
import type { Caller } from '../../platform/ownership/caller.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import type { DiscoveriesStore } from './discoveries.store.ts';
import { type DeviceRow, unpackDevices } from './unpack-devices.ts';

export interface ScanLookupsDeps {
  discoveries: Pick<DiscoveriesStore, 'find' | 'devices'>;
  serialSets: SerialSets;
  resolveAccess: ResolveVendorAccess;
  audit: Pick<Audit, 'record'>;
}

/** Stored with the set. */
interface SetOptions {
  /** Null for all. */
  devices: string[] | null;
  /** Whether some of them cannot be looked up. */
  hasUnable: boolean;
}

type Target = VendorSerial & { id: string };
interface Unable {
  id: string;
  error: AppError;
}

export type ScanLookupsService = ReturnType<typeof createScanLookupsService>;

/** The warranties of the devices of a scan, looked up whether or not a browser is open. */
export function createScanLookupsService(deps: ScanLookupsDeps) {
  const { discoveries, serialSets, resolveAccess, audit } = deps;

  async function requireScan({ owner }: Caller, id: string): Promise<void> {
    if (!isUuid(id) || !(await discoveries.find(owner, id))) throw new AppError('not_found');
  }

  /** The devices that can be looked up, and why the others cannot. */
  async function readTargets(owner: OwnerId, id: string, wanted: readonly string[] | null) {
    const chosen = wanted && new Set(wanted);
    const devices = unpackDevices(await discoveries.devices(id));
    const targets: Target[] = [];
    const unable: Unable[] = [];
    for (const device of devices) {
      const deviceId = String(device.id);
      if (device.serial === null || (chosen && !chosen.has(deviceId))) continue;
      const found = targetOf(device, device.serial);
      if (found instanceof AppError) unable.push({ id: deviceId, error: found });
      else targets.push({ id: deviceId, ...found });
    }
    const byVendor = Map.groupBy(targets, ({ vendor }) => vendor);
    for (const [vendor, ofVendor] of byVendor) {
      if (await resolveAccess(owner, vendor)) continue;
      byVendor.delete(vendor);
      for (const { id: deviceId } of ofVendor) unable.push({ id: deviceId, error: noAccess(vendor) });
    }
    return { byVendor, unable };
  }

  async function listFailures(
    owner: OwnerId,
    id: string,
    { set, options, counts }: NonNullable<Awaited<ReturnType<typeof serialSets.find<SetOptions>>>>,
  ): Promise<ScanLookup['failures']> {
    if (counts.failed + counts.ambiguous === 0 && !options.hasUnable) return [];
    const { byVendor, unable } = await readTargets(owner, id, options.devices);
    const failed = unable.map(({ id: deviceId, error }) => ({
      id: deviceId,
      message: error.message,
      needsKeys: error.code === 'vendor_keys_missing',
    }));
    for (const [vendor, targets] of byVendor) {
      const serials = targets.map(({ serial }) => serial);
      const results = await serialSets.results(set, vendor, serials);
      for (const { id: deviceId, serial } of targets) {
        const result = results.get(serial);
        if (result?.error && (result.outcome === 'failed' || result.outcome === 'ambiguous'))
          failed.push({ id: deviceId, message: result.error, needsKeys: false });
      }
    }
    const byReason = Map.groupBy(failed, ({ message, needsKeys }) => `${needsKeys} ${message}`);
    return [...byReason.values()].map((alike) => ({
      message: alike[0]?.message ?? '',
      needsKeys: alike[0]?.needsKeys ?? false,
      devices: alike.map(({ id: deviceId }) => deviceId),
    }));
  }

  async function present(owner: OwnerId, id: string): Promise<ScanLookup | null> {
    const found = await serialSets.find<SetOptions>(owner, id);
    if (!found) return null;
    const { options, problem, continuesAt, totalRows: total, counts } = found;
    const done = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return {
      status: statusOf(found),
      total,
      done,
      continuesAt: continuesAt?.toISOString() ?? null,
      problem,
      devices: options.devices,
      failures: await listFailures(owner, id, found),
    };
  }

  return {
    /** A lookup of the same scan that is not done yet goes on as part of the new one. */
    async start(caller: Caller, id: string, wanted: string[] | null): Promise<{ lookup: ScanLookup }> {
      await requireScan(caller, id);
      const { owner } = caller;
      const before = await serialSets.find<SetOptions>(owner, id);
      const isOpen = before !== null && statusOf(before) !== 'done';
      const devices = isOpen ? union(before.options.devices, wanted) : wanted;
      const { byVendor, unable } = await readTargets(owner, id, devices);
      const serials = [...byVendor.values()].flat().map(({ vendor, serial }) => ({ vendor, serial }));
      const options: SetOptions = { devices, hasUnable: unable.length > 0 };
      await serialSets.start(caller, { id, serials, options }, (tx) =>
        audit.record(tx, caller, { action: 'discovery.looked_up', targetId: id }),
      );
      const lookup = await present(owner, id);
      if (!lookup) throw new AppError('not_found');
      return { lookup };
    },

    async read(caller: Caller, id: string): Promise<{ lookup: ScanLookup | null }> {
      await requireScan(caller, id);
      return { lookup: await present(caller.owner, id) };
    },
  };
}

function statusOf({ status }: Pick<SetState, 'status'>): ScanLookup['status'] {
  return status === 'processing' || status === 'paused' ? status : 'done';
}

const union = (a: string[] | null, b: string[] | null) => a && b && [...new Set([...a, ...b])];

/** The vendor and serial of a device, or why it has none. */
function targetOf({ manufacturer, model }: DeviceRow, serial: string): VendorSerial | AppError {
  const given =
    manufacturer ?? detectManufacturer({ ...(model && { model }), identifier: serial }).manufacturer;
  try {
    const { manufacturer: vendor, identifier } = identify(serial, given ?? undefined);
    return { vendor, serial: identifier };
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
