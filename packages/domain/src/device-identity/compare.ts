import { type IdentityProof, identityProofs } from '@warranty/contracts/agents';
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
  /** What told that it is the device of the scan before; null where only its address did. */
  recognisedBy: IdentityProof | null;
}

export interface ScanComparison<D extends SeenDevice> {
  /** One for each device of the later scan, in its order. */
  changes: DeviceChange[];
  /** Devices of the earlier scan that are no longer there. */
  gone: D[];
}

type Keys = Record<IdentityProof, string | null>;

interface Known<D> {
  device: D;
  keys: Keys;
}

/** What some firmware holds in every machine. */
const sharedUuids = new Set(['03000200-0400-0500-0006-000700080009', '12345678-1234-5678-90ab-cddeefaabbcc']);
/** What a device is called as long as nobody named it. */
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

/** A key that two devices of one scan share tells nothing. */
function uniqueBy<D>(known: Iterable<Known<D>>, proof: IdentityProof): Map<string, Known<D>> {
  const unique = new Map<string, Known<D> | null>();
  for (const each of known) {
    const key = each.keys[proof];
    if (key !== null) unique.set(key, unique.has(key) ? null : each);
  }
  return new Map([...unique].filter((entry): entry is [string, Known<D>] => entry[1] !== null));
}

/** Two devices that a surer proof tells apart are not joined by a weaker one. */
function contradict(a: Keys, b: Keys, proof: IdentityProof): boolean {
  return identityProofs
    .slice(0, identityProofs.indexOf(proof))
    .some((surer) => a[surer] !== null && b[surer] !== null && a[surer] !== b[surer]);
}

const hasNoProof = ({ keys }: Known<unknown>) => identityProofs.every((proof) => keys[proof] === null);

/** What tells nothing but its address is taken for the same while that stays. */
function byAddress<D extends SeenDevice>(
  before: Set<Known<D>>,
  now: Known<SeenDevice>,
): Known<D> | undefined {
  if (!hasNoProof(now)) return undefined;
  const { ip, mac } = now.device;
  return [...before].find((each) => hasNoProof(each) && each.device.ip === ip && each.device.mac === mac);
}

function changeOf(before: SeenDevice, now: SeenDevice, recognisedBy: IdentityProof | null): DeviceChange {
  return { change: before.ip === now.ip ? 'known' : 'moved', recognisedBy };
}

/** Recognises the devices of one scan in the next: by serial, UUID, steady hardware address, then host name. */
export function compareScans<D extends SeenDevice>(
  before: readonly D[],
  now: readonly SeenDevice[],
): ScanComparison<D> {
  const open = new Set(before.map((device): Known<D> => ({ device, keys: keysOf(device) })));
  const current = now.map((device): Known<SeenDevice> => ({ device, keys: keysOf(device) }));
  const found = new Map<Known<SeenDevice>, DeviceChange>();
  for (const proof of identityProofs) {
    const earlier = uniqueBy(open, proof);
    const later = uniqueBy(
      current.filter((each) => !found.has(each)),
      proof,
    );
    for (const [key, each] of later) {
      const same = earlier.get(key);
      if (!same || contradict(same.keys, each.keys, proof)) continue;
      found.set(each, changeOf(same.device, each.device, proof));
      open.delete(same);
    }
  }
  for (const each of current) {
    const same = found.has(each) ? undefined : byAddress(open, each);
    if (!same) continue;
    found.set(each, changeOf(same.device, each.device, null));
    open.delete(same);
  }
  const scanned = new Set(now.map(({ ip }) => subnetOf(ip)));
  return {
    changes: current.map((each) => found.get(each) ?? { change: 'new', recognisedBy: null }),
    // Whoever scans another network does not know what became of this one.
    gone: [...open].map(({ device }) => device).filter(({ ip }) => scanned.has(subnetOf(ip))),
  };
}
