import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { type AgentUser, device, scanOf, sendTo, startAgentUser } from '../../../test/agents.ts';
import { startTestApp } from '../../../test/app.ts';
import { handlerOf } from '../../../test/jobs.ts';

let user: AgentUser;
let secret: string;
const server = await startTestApp({
  env: {
    ...{ AGENT_SCANS_PER_MINUTE: '100000', AGENT_DEVICES_PER_DAY_PER_ADDRESS: '1000000' },
    ...{ DISK_FLOOR_MB: '0', DISCOVERY_DAYS: '90' },
  },
});
beforeEach(async () => {
  user = await startAgentUser(server);
  secret = (await user.make('Any', { forSeveralAgents: true })).rawSecret;
});

const { query } = server;
const sweep = () => handlerOf(server.deps, 'agents.sweep').run({} as never, {} as never);

const start = Date.parse('2026-11-15T09:00:00.000Z');
const atMinute = (minute: number) => ({ scan_timestamp: new Date(start + minute * 60_000).toISOString() });

async function send(scan: object): Promise<string> {
  const reply = await sendTo(server)(secret, scan);
  if (reply.statusCode !== 200) throw new Error(reply.body);
  return reply.json().session_id;
}

const rowsOf = async (sessionId: string) =>
  (await query('select from discovered_devices where session_id = $1', [sessionId])).length;
/** Everything that can be told about a device, in an order and forms that PostgreSQL changes. */
const manyKinds = () => [
  device(20, {
    vendor: 'Dell Inc.',
    manufacturer: 'Dell',
    model: 'R640',
    serial: '5TQ8R14',
    uuid: 'A-1',
    os: 'ESXi',
  }),
  device(3, { hostname: null, mac: null, open_ports: [] }),
  device(100, { ip: '2001:DB8:0:0:0:0:0:1', timestamp: '2026-11-15T10:00:00+02:00' }),
  device(101, { ip: '2001:db8::A:1' }),
  device(102, { ip: '::FFFF:10.1.2.3' }),
  device(9, { hostname: '"quoted", {back}slash \\ and ünïcode ☃', agent_id: 'another' }),
];

describe('the devices of a scan', () => {
  it('are the same as rows and as a packed value', async () => {
    const first = await send(scanOf(manyKinds(), atMinute(0)));
    const asPacked = await user.read(first);
    expect(asPacked.devices.map(({ id, ip }) => [id, ip])).toEqual([
      ['2', '10.1.2.3'],
      ['6', '10.1.2.9'],
      ['1', '10.1.2.20'],
      ['5', '::ffff:10.1.2.3'],
      ['3', '2001:db8::1'],
      ['4', '2001:db8::a:1'],
    ]);
    const inOrder = await query<{ id: string; ip: string }>(
      'select id::text, host(ip) as ip from discovered_devices where session_id = $1 order by discovered_devices.ip',
      [first],
    );
    expect(inOrder).toEqual(asPacked.devices.map(({ id, ip }) => ({ id, ip })));
  });

  it('are compared with those of the scan before, whether that is the newest or not', async () => {
    const first = await send(scanOf([device(1), device(2)], atMinute(0)));
    const second = await send(scanOf([device(2), device(3)], atMinute(1)));
    const compared = await user.read(second);
    expect(compared.previous?.gone.map(({ ip }) => ip)).toEqual(['10.1.2.1']);
    expect(compared.devices.map(({ ip, change }) => [ip, change])).toEqual([
      ['10.1.2.2', 'known'],
      ['10.1.2.3', 'new'],
    ]);
    await send(scanOf([device(4)], atMinute(2)));
    expect([await rowsOf(first), await rowsOf(second)]).toEqual([0, 0]);
    expect(await user.read(second)).toEqual(compared);
  });

  it('can be none', async () => {
    const [empty, next] = [await send(scanOf([], atMinute(0))), await send(scanOf([], atMinute(1)))];
    await sweep();
    for (const sessionId of [empty, next]) expect((await user.read(sessionId)).devices).toEqual([]);
  });
});

describe('the newest scan of an agent', () => {
  it('is rows, and those of other agents stay rows', async () => {
    const other = await send(
      scanOf([device(1, { agent_id: 'other' })], {
        ...atMinute(0),
        agent_info: { agent_id: 'other', platform: 'linux' },
      }),
    );
    const [first, second] = [
      await send(scanOf([device(1)], atMinute(0))),
      await send(scanOf([device(1)], atMinute(1))),
    ];
    expect([await rowsOf(other), await rowsOf(first), await rowsOf(second)]).toEqual([1, 0, 1]);
  });

  it('stays rows when an earlier one arrives late', async () => {
    const newest = await send(scanOf([device(1)], atMinute(5)));
    const late = await send(scanOf(manyKinds(), atMinute(1)));
    expect([await rowsOf(newest), await rowsOf(late)]).toEqual([1, 0]);
    expect((await user.read(late)).devices).toHaveLength(6);
  });

  it('is one after a sweep, also if 20 arrive at the same time', async () => {
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, minute) => send(scanOf([device(minute + 1)], atMinute(minute)))),
    );
    await sweep();
    const rows = await Promise.all(sent.map(rowsOf));
    expect(rows).toEqual([...Array.from({ length: 19 }, () => 0), 1]);
    for (const [index, sessionId] of sent.entries())
      expect((await user.read(sessionId)).devices.map(({ ip }) => ip)).toEqual([`10.1.2.${index + 1}`]);
  });
});

const hex = (bytes: Buffer) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(':');

const known = () => ({
  ...{ manufacturer: 'Dell Inc.', model: 'OptiPlex 7090', serial_source: 'redfish' },
  ...{ serial: randomBytes(4).toString('hex'), uuid: crypto.randomUUID() },
});

describe('1,000 scans of the same 254 devices', () => {
  it('grow the database by less than 10 MB', { timeout: 240_000 }, async () => {
    const devices = Array.from({ length: 254 }, (_, index) =>
      device(index + 1, {
        hostname: index % 3 ? `pc-${index}.office.example` : null,
        mac: hex(randomBytes(6)),
        open_ports: [22, 80, 135, 443, 445, 3389].slice(0, index % 7),
        vendor: ['Brother Industries, Ltd.', 'Dell Inc.', 'Hewlett Packard'][index % 3],
        ...(index % 4 ? {} : known()),
      }),
    );
    const megabytes = async (bytes: string) =>
      Number((await query<{ size: string }>(`select ${bytes} / 1048576.0 as size`))[0]?.size);
    const size = () => megabytes('pg_database_size(current_database())');
    const sizeOfRows = () =>
      megabytes(`(select sum(pg_total_relation_size(inhrelid)) from pg_inherits
                   where inhparent = 'discovered_devices'::regclass)`);
    const before = await size();
    for (let minute = 0; minute < 1000; minute += 1)
      await send(
        scanOf(
          devices.map((each) => ({ ...each, timestamp: atMinute(minute).scan_timestamp })),
          atMinute(minute),
        ),
      );
    // Without a vacuum it would be more than 50. While other tests write to the same PostgreSQL, deleted rows stay for longer.
    expect(await sizeOfRows()).toBeLessThan(30);
    await query('vacuum full discovered_devices');
    const grown = (await size()) - before;
    expect(grown).toBeLessThan(10);
  });
});

describe('the months of devices', () => {
  const list = () =>
    server.database.names(
      `select inhrelid::regclass::text as name from pg_inherits
        where inhparent = 'discovered_devices'::regclass order by 1`,
    );
  const monthAt = (offset: number) => {
    const now = new Date();
    const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset));
    return `discovered_devices_${at.toISOString().slice(0, 7).replace('-', '_')}`;
  };

  it('are there when the process accepts scans: this month and the next three', async () => {
    for (const name of await list()) await query(`drop table ${name}`);
    for (const feature of server.deps.features) await feature.start?.();
    expect(await list()).toEqual([0, 1, 2, 3].map(monthAt));
  });

  it('are created by the sweep, so that a process that runs for months has them too', async () => {
    await query(`drop table ${monthAt(2)}`);
    await sweep();
    expect(await list()).toEqual([0, 1, 2, 3].map(monthAt));
  });

  it('are dropped when every scan in them is past retention', async () => {
    await query(`alter table ${monthAt(0)} rename to discovered_devices_2020_01`);
    for (let times = 0; times < 2; times += 1) await sweep();
    expect(await list()).toEqual([0, 1, 2, 3].map(monthAt));
    expect(await query("select to_regclass('discovered_devices_2020_01') as old")).toEqual([{ old: null }]);
    const sessionId = await send(scanOf([device(1)], atMinute(0)));
    expect(await rowsOf(sessionId)).toBe(1);
  });
});
