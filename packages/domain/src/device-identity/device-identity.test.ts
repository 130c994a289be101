import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareScans, type SeenDevice } from './compare.ts';
import { deviceKind, type KindEvidence } from './kind.ts';
import { isRandomMac } from './mac.ts';
import { addressNumber, subnetOf } from './subnet.ts';

const device = (ip: string, more: Partial<SeenDevice> = {}): SeenDevice => ({
  ip,
  hostname: null,
  mac: null,
  serial: null,
  uuid: null,
  ...more,
});

describe('devices with only an address', () => {
  /** The naive reference implementation, quadratic in the number of devices. */
  function comparePlainly(before: readonly SeenDevice[], now: readonly SeenDevice[]) {
    const open = [...before];
    const changes = now.map(({ ip, mac }) => {
      const at = open.findIndex((each) => each.ip === ip && each.mac === mac);
      if (at < 0) return { change: 'new', recognizedBy: null };
      open.splice(at, 1);
      return { change: 'known', recognizedBy: null };
    });
    const scanned = new Set(now.map(({ ip }) => subnetOf(ip)));
    return { changes, missing: open.filter(({ ip }) => scanned.has(subnetOf(ip))) };
  }

  const addressed = fc
    .record({
      ip: fc.constantFrom('10.0.0.1', '10.0.0.2', '10.0.1.1', 'fe80::1', '10.0.0.1,null'),
      // Locally administered addresses, which do not identify a device.
      mac: fc.constantFrom(null, '02:00:00:00:00:01', '02:00:00:00:00:02'),
    })
    .map(({ ip, mac }) => device(ip, { mac, hostname: 'localhost' }));
  const scans = fc.array(addressed, { maxLength: 12 });

  it('match one to one while their IP and MAC addresses are unchanged', () => {
    fc.assert(
      fc.property(scans, scans, (before, now) => {
        expect(compareScans(before, now)).toEqual(comparePlainly(before, now));
      }),
    );
  });
});

describe('compareScans', () => {
  it.each([
    ['serial', { serial: '7XK2P93' }, { serial: ' 7xk2p93' }],
    [
      'uuid',
      { uuid: '4C4C4544-0058-4B10-8032-B7C04F503933' },
      { uuid: '4c4c4544-0058-4b10-8032-b7c04f503933' },
    ],
    ['mac', { mac: '00:1b:a9:00:00:11' }, { mac: '00:1B:A9:00:00:11' }],
    ['hostname', { hostname: 'PC-7.office.example' }, { hostname: 'pc-7.office.example.' }],
  ] as const)('recognizes a device by its %s, also at another address', (proof, before, now) => {
    expect(compareScans([device('10.0.0.1', before)], [device('10.0.0.1', now)]).changes).toEqual([
      { change: 'known', recognizedBy: proof },
    ]);
    const moved = compareScans([device('10.0.0.1', before)], [device('10.0.0.9', now)]);
    expect(moved).toEqual({ changes: [{ change: 'moved', recognizedBy: proof }], missing: [] });
  });

  it('uses the strongest key, whatever else changed', () => {
    const before = device('10.0.0.1', { serial: 'AAA1111', mac: '00:00:00:00:00:01', hostname: 'old' });
    const now = device('10.0.0.2', { serial: 'AAA1111', mac: '00:00:00:00:00:02', hostname: 'new' });
    expect(compareScans([before], [now]).changes).toEqual([{ change: 'moved', recognizedBy: 'serial' }]);
  });

  it('does not match two devices that a stronger key distinguishes, such as laptops that share a dock', () => {
    const dock = '00:00:00:00:00:01';
    const before = device('10.0.0.1', { serial: 'AAA1111', mac: dock, hostname: 'pc' });
    const now = device('10.0.0.1', { serial: 'BBB2222', mac: dock, hostname: 'pc' });
    expect(compareScans([before], [now])).toEqual({
      changes: [{ change: 'new', recognizedBy: null }],
      missing: [before],
    });
  });

  it.each([
    { mac: 'da:a1:19:00:00:01' },
    { serial: 'To Be Filled By O.E.M.' },
    { uuid: '00000000-0000-0000-0000-000000000000' },
    { uuid: '03000200-0400-0500-0006-000700080009' },
    { hostname: 'localhost' },
  ])('does not recognize a device by %j', (told) => {
    const [change] = compareScans([device('10.0.0.1', told)], [device('10.0.0.2', told)]).changes;
    expect(change).toEqual({ change: 'new', recognizedBy: null });
  });

  it('does not recognize a device by a key that two devices of one scan share', () => {
    const twins = [device('10.0.0.1', { hostname: 'kiosk' }), device('10.0.0.2', { hostname: 'kiosk' })];
    const { changes } = compareScans(twins, [device('10.0.0.3', { hostname: 'kiosk' })]);
    expect(changes).toEqual([{ change: 'new', recognizedBy: null }]);
  });

  it('matches devices with only an address while it is unchanged', () => {
    const { changes, missing } = compareScans(
      [device('10.0.0.1'), device('10.0.0.2'), device('10.0.0.3', { mac: 'da:a1:19:00:00:01' })],
      [device('10.0.0.1'), device('10.0.0.3', { mac: 'da:a1:19:00:00:02' })],
    );
    expect(changes.map(({ change }) => change)).toEqual(['known', 'new']);
    expect(missing.map(({ ip }) => ip)).toEqual(['10.0.0.2', '10.0.0.3']);
  });

  it('reports no missing devices in a subnet that was not scanned', () => {
    const office = device('10.0.0.7', { hostname: 'office' });
    const branch = device('10.0.1.7', { hostname: 'branch' });
    expect(compareScans([office, branch], [device('10.0.1.9')]).missing).toEqual([branch]);
    expect(compareScans([office], []).missing).toEqual([]);
  });

  const word = fc.constantFrom(null, 'a', 'b', 'c', 'd');
  const anyDevice = fc.record({
    ip: fc.constantFrom('10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'),
    hostname: word,
    mac: fc.constantFrom(null, '00:00:00:00:00:01', '00:00:00:00:00:02', '02:00:00:00:00:03'),
    serial: fc.constantFrom(null, 'AAA1111', 'BBB2222'),
    uuid: word,
  });

  it('counts each earlier device once, as either recognized or missing', () => {
    fc.assert(
      fc.property(
        fc.array(anyDevice, { maxLength: 6 }),
        fc.array(anyDevice, { minLength: 1, maxLength: 6 }),
        (before, now) => {
          const { changes, missing } = compareScans(before, now);
          const recognized = changes.filter(({ change }) => change !== 'new').length;
          expect(changes).toHaveLength(now.length);
          expect(recognized + missing.length).toBe(before.length);
        },
      ),
    );
  });

  it('recognizes every device of a scan compared with itself if each has a unique key', () => {
    const scan = Array.from({ length: 50 }, (_, index) =>
      device(`10.0.0.${index}`, { hostname: `pc-${index}` }),
    );
    expect(new Set(compareScans(scan, scan.toReversed()).changes.map(({ change }) => change))).toEqual(
      new Set(['known']),
    );
  });
});

describe('isRandomMac', () => {
  it.each([
    ['da:a1:19:00:00:01', true],
    ['02:77:00:00:00:10', true],
    ['7E:00:00:00:00:01', true],
    ['00:1b:a9:00:00:11', false],
    ['f4:8e:38:00:00:11', false],
    ['52:54:00:12:34:56', false],
    ['02:42:ac:11:00:02', false],
    [null, false],
  ])('%s: %s', (mac, random) => {
    expect(isRandomMac(mac)).toBe(random);
  });
});

describe('subnetOf', () => {
  it.each([
    ['10.1.2.3', '10.1.2.0/24'],
    ['2001:db8:1:2::7', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:0:0:0:7', '2001:db8:1:2::/64'],
    ['fe80::1', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s is in %s', (ip, subnet) => {
    expect(subnetOf(ip)).toBe(subnet);
  });
});

describe('deviceKind', () => {
  const evidence = (more: Partial<KindEvidence>): KindEvidence => ({
    openPorts: [],
    hostname: null,
    vendor: null,
    manufacturer: null,
    model: null,
    os: null,
    ...more,
  });

  it.each([
    ['computer', { manufacturer: 'Dell Inc.', model: 'OptiPlex 7090', openPorts: [22] }],
    [
      'server',
      { manufacturer: 'Dell', model: 'Integrated Dell Remote Access Controller', openPorts: [22, 443] },
    ],
    ['server', { openPorts: [22, 5432] }],
    ['printer', { vendor: 'Brother Industries', openPorts: [80] }],
    ['printer', { openPorts: [80, 9100] }],
    ['camera', { openPorts: [554] }],
    ['storage', { vendor: 'Synology Incorporated', openPorts: [445] }],
    ['network', { vendor: 'Cisco Systems', openPorts: [22] }],
    ['network', { hostname: 'switch-3.office.example' }],
    ['phone', { openPorts: [62078] }],
    ['computer', { openPorts: [3389] }],
    ['computer', { openPorts: [22] }],
    ['unknown', { openPorts: [80, 443] }],
    ['unknown', {}],
  ] as const)('%s: %j', (kind, more) => {
    expect(deviceKind(evidence(more as Partial<KindEvidence>))).toBe(kind);
  });
});

describe('the number of an address', () => {
  it.each([
    ['0.0.0.0', 0],
    ['10.1.2.3', 0x0a010203],
    ['255.255.255.255', 2 ** 32 - 1],
    ['::', 2n ** 32n],
    ['::ffff:10.1.2.3', 2n ** 32n + 0xffff_0a01_0203n],
    ['2001:DB8::1', 2n ** 32n + 0x2001_0db8_0000_0000_0000_0000_0000_0001n],
    ['1:2:3:4:5:6:7:8', 2n ** 32n + 0x0001_0002_0003_0004_0005_0006_0007_0008n],
  ])('%s', (ip, number) => {
    expect(addressNumber(ip)).toBe(number);
  });
});
