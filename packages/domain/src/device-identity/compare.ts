import { type IdentityKey, identityKeys } from '@warranty/contracts/agents';
import { isPlaceholder } from '../identifiers.ts';
import { isRandomMac } from './mac.ts';
import { subnetOf } from './subnet.ts';

export interface SeenDevice {
  ip: string;
  hostname: string | null;
  mac: string | null;
  serial: string | null;
  uuid: string | null;
}

export interface DeviceChange {
  change: 'new' | 'moved' | 'known';
  /** The key that matched a device of the earlier scan; null if only its address matched. */
  recognizedBy: IdentityKey | null;
}

type Keys = Record<IdentityKey, string | null>;

interface Known<D> {
  device: D;
  keys: Keys;
  /** Set once it has been matched with a device of the earlier scan. */
  change: DeviceChange | null;
}

/** UUIDs that some firmware uses for every machine. */
const sharedUuids = new Set(['03000200-0400-0500-0006-000700080009', '12345678-1234-5678-90ab-cddeefaabbcc']);
/** Default host names, which do not identify a device. */
const sharedNames = new Set(['localhost', 'localhost.localdomain', 'unknown', 'espressif', 'android']);

function ownUuid(uuid: string | null): string | null {
  const lower = uuid?.toLowerCase() ?? '';
  return lower === '' || /^[0f-]+$/.test(lower) || sharedUuids.has(lower) ? null : lower;
}

function ownName(hostname: string | null): string | null {
  const lower = hostname?.toLowerCase().replace(/\.$/, '') ?? '';
  return lower === '' || sharedNames.has(lower) ? null : lower;
}

function keysOf({ serial, uuid, mac, hostname }: SeenDevice): Keys {
  return {
    serial: serial === null || isPlaceholder(serial) ? null : serial.toUpperCase().replaceAll(/\s/g, ''),
    uuid: ownUuid(uuid),
    mac: isRandomMac(mac) ? null : (mac?.toLowerCase() ?? null),
    hostname: ownName(hostname),
  };
}

const knownOf = <D extends SeenDevice>(device: D): Known<D> => ({
  device,
  keys: keysOf(device),
  change: null,
});

/** A key that two devices of one scan share identifies neither of them. */
function uniqueBy<D>(known: Iterable<Known<D>>, proof: IdentityKey): Map<string, Known<D> | null> {
  const unique = new Map<string, Known<D> | null>();
  for (const each of known) {
    const key = each.keys[proof];
    if (key !== null) unique.set(key, unique.has(key) ? null : each);
  }
  return unique;
}

/** A weaker key does not match two devices that a stronger key distinguishes. */
function contradict(a: Keys, b: Keys, proof: IdentityKey): boolean {
  for (const surer of identityKeys) {
    if (surer === proof) return false;
    if (a[surer] !== null && b[surer] !== null && a[surer] !== b[surer]) return true;
  }
  return false;
}

const hasNoProof = ({ keys }: Known<unknown>) => identityKeys.every((proof) => keys[proof] === null);

const addressOf = ({ device: { ip, mac } }: Known<SeenDevice>) => JSON.stringify([ip, mac]);

/** Devices without any key match by IP and MAC address, in scan order. */
function createAddressBook<D extends SeenDevice>(before: Iterable<Known<D>>) {
  const byAddress = Map.groupBy([...before].filter(hasNoProof), addressOf);
  for (const devices of byAddress.values()) devices.reverse();
  return (now: Known<SeenDevice>): Known<D> | undefined =>
    hasNoProof(now) ? byAddress.get(addressOf(now))?.pop() : undefined;
}

/** Matches the devices of two scans by serial, UUID, stable MAC address, then host name. */
export function compareScans<D extends SeenDevice>(before: readonly D[], now: readonly SeenDevice[]) {
  const open = new Set(before.map((device) => knownOf(device)));
  const current = now.map((device) => knownOf(device));
  const match = (same: Known<D>, each: Known<SeenDevice>, recognizedBy: IdentityKey | null) => {
    each.change = { change: same.device.ip === each.device.ip ? 'known' : 'moved', recognizedBy };
    open.delete(same);
  };
  for (const proof of identityKeys) {
    const earlier = uniqueBy(open, proof);
    const later = uniqueBy(
      current.filter(({ change }) => !change),
      proof,
    );
    for (const [key, each] of later) {
      const same = each && earlier.get(key);
      if (same && !contradict(same.keys, each.keys, proof)) match(same, each, proof);
    }
  }
  const takeByAddress = createAddressBook(open);
  for (const each of current) {
    const same = each.change ? undefined : takeByAddress(each);
    if (same) match(same, each, null);
  }
  return {
    /** One entry per device of the later scan, in the same order. */
    changes: current.map(({ change }): DeviceChange => change ?? { change: 'new', recognizedBy: null }),
    /** Devices of the earlier scan that the later one did not find. */
    missing: missingFrom(now, open),
  };
}

/** Devices in subnets that were not scanned this time are not missing. */
function missingFrom<D extends SeenDevice>(now: readonly SeenDevice[], open: ReadonlySet<Known<D>>): D[] {
  if (open.size === 0) return [];
  const scanned = new Set(now.map(({ ip }) => subnetOf(ip)));
  return [...open].map(({ device }) => device).filter(({ ip }) => scanned.has(subnetOf(ip)));
}
