import { setTimeout as delay } from 'node:timers/promises';
import { RequestError } from '@warranty/contracts/core/client';
import { saveVendorKey } from '@warranty/contracts/vendor-keys';
import { lookupWarranty } from '@warranty/contracts/warranty';
import { peakPerSecond } from '../../harness/peak.ts';
import { serverProgram, start } from '../../harness/processes.ts';
import { createTestClient, reconnect, type TestClient } from '../../harness/test-client.ts';
import { assert, type Fault } from '../fault.ts';
import { type Installation, install, temporaryFolder } from '../installation.ts';
import { startVendors } from '../with-vendor.ts';

/** Uses the master keys from the file in the data folder, as on a laptop. */
export const keyFile = { SECRETS_KEY: '' };

export async function storeDellKeys({ call, userId }: TestClient): Promise<void> {
  const params = { userId };
  for (const keyType of ['client_id', 'client_secret'] as const)
    await call(saveVendorKey, {
      params,
      body: { vendor: 'dell', keyType, keyValue: `own-${keyType}-value` },
    });
}

async function rotate({ postgres, dir }: Installation): Promise<string> {
  const env = { DATABASE_URL: postgres.url, DATA_DIR: dir, ...keyFile };
  const program = start(process.execPath, [serverProgram, 'rotate-key'], { env });
  const code = await program.ended();
  assert(code === 0, `rotate-key exited with ${code}: ${program.lines.join('\n')}`);
  return program.lines.join('\n');
}

/** Runs lookups at a steady rate until stopped. Each one decrypts the owner's stored keys. */
function readSteadily(visitors: readonly TestClient[], perSecond: number) {
  const outcomes: Promise<string>[] = [];
  const stopping = new AbortController();
  const running = (async () => {
    const startedAt = performance.now();
    for (let index = 0; !stopping.signal.aborted; index += 1) {
      const client = visitors[index % visitors.length] as TestClient;
      const modelNumber = `R${String(index).padStart(6, '0')}`;
      const outcome = client
        .call(lookupWarranty, { body: { modelNumber, manufacturer: 'Dell' } })
        .then(() => 'ok', String);
      outcomes.push(outcome);
      await delay(Math.max(0, startedAt + (index * 1000) / perSecond - performance.now()));
    }
    return (performance.now() - startedAt) / 1000;
  })();
  return {
    async stop() {
      stopping.abort();
      const took = await running;
      return { took, outcomes: await Promise.all(outcomes) };
    },
  };
}

export const keyRotation: Fault = {
  number: 15,
  isolation: 'quiet',
  title: 'keys are rotated while in use, and a wrong key is rejected',
  async run(context) {
    const simulator = await startVendors(context);
    const installation = await install(context, {
      apis: 2,
      env: { ...keyFile, DELL_BASE_URL: simulator.url, DELL_CALLS_PER_SECOND: '1000' },
    });
    const { apis, observer } = installation;
    const visitors = await Promise.all(
      Array.from({ length: 20 }, (_, index) => createTestClient((apis[index % 2] as (typeof apis)[0]).url)),
    );
    for (const client of visitors) await storeDellKeys(client);

    const reading = readSteadily(visitors, 200);
    await delay(1000);
    await rotate(installation);
    const said = await rotate(installation);
    await delay(1000);
    const { took, outcomes } = await reading.stop();
    const failures = outcomes.filter((outcome) => outcome !== 'ok');
    assert(failures.length === 0, `${failures.length} lookups failed, for example ${failures[0]}`);

    const { rows } = await observer.query('select id, master_key_id from data_keys');
    assert(rows.length === 1 && said.includes(rows[0].id), `there are ${rows.length} data keys`);
    const old = await observer.query("select from api_keys where key_value not like 'v1.' || $1 || '.%'", [
      rows[0].id,
    ]);
    assert(old.rowCount === 0, `${old.rowCount} rows use an old key`);
    await refuseWrongKey(installation, rows[0].master_key_id, await temporaryFolder(context));
    return `${outcomes.length} lookups on stored keys at ${Math.round(outcomes.length / took)}/s over two rotations, 0 failed; 0 rows use an old key; a wrong key is rejected with the name of the right one`;
  },
};

async function refuseWrongKey({ postgres, observer }: Installation, id: string, dir: string): Promise<void> {
  const before = await observer.query('select * from data_keys');
  const env = {
    DATABASE_URL: postgres.url,
    DATA_DIR: dir,
    SECRETS_KEY: Buffer.alloc(32, 'wrong').toString('base64'),
    METRICS_PORT: 'off',
  };
  const program = start(process.execPath, [serverProgram, 'worker'], { env });
  const code = await program.ended();
  assert(code !== 0, 'a process started with a wrong key');
  assert(
    program.lines.some((line) => line.includes(`encrypted with master key ${id}`)),
    `the key is not named: ${program.lines.join('\n')}`,
  );
  const after = await observer.query('select * from data_keys');
  assert(JSON.stringify(before.rows) === JSON.stringify(after.rows), 'data_keys was changed');
}

export const merakiRateLimit: Fault = {
  number: 16,
  isolation: 'quiet',
  title: 'two processes share one rate limit for a Meraki key',
  async run(context) {
    const simulator = await startVendors(context);
    const { apis, observer } = await install(context, { apis: 2, env: { MERAKI_BASE_URL: simulator.url } });
    await observer.query(`
      create table turns (at timestamptz);
      create function note_turn() returns trigger language plpgsql as $$
        begin insert into turns values (new.next_at); return new; end $$;
      create trigger note_turn after update of next_at on vendor_gates
        for each row when (new.next_at <> old.next_at) execute function note_turn()`);
    const [first, second] = apis as [(typeof apis)[0], (typeof apis)[0]];
    const client = await createTestClient(first.url);
    await client.call(saveVendorKey, {
      params: { userId: client.userId },
      body: { vendor: 'meraki', keyType: 'api_key', keyValue: 'own-meraki-api-key' },
    });
    const elsewhere = reconnect(second.url, client).call;

    const until = performance.now() + 8000;
    let answered = 0;
    const ask = async (call: TestClient['call'], lane: number) => {
      for (let index = 0; performance.now() < until; index += 1) {
        const modelNumber = `Q2AB-${String(lane).padStart(4, '0')}-${String(index).padStart(4, '0')}`;
        await call(lookupWarranty, { body: { modelNumber, manufacturer: 'Meraki' } }).then(
          () => {
            answered += 1;
          },
          async (error: unknown) => {
            assert(error instanceof RequestError && error.status === 503, String(error));
            await delay(100);
          },
        );
      }
    };
    await Promise.all(Array.from({ length: 16 }, (_, lane) => ask(lane % 2 ? elsewhere : client.call, lane)));

    const { rows } = await observer.query<{ ms: number }>(
      'select (extract(epoch from at) * 1000)::float8 as ms from turns',
    );
    const slots = peakPerSecond(rows.map(({ ms }) => ms));
    const { startedAt } = (await simulator.counts()).vendors.meraki;
    const arrivals = peakPerSecond(startedAt);
    assert(answered > 0 && rows.length >= 40, `only ${rows.length} slots and ${answered} results in 8 s`);
    assert(slots <= 10, `${slots} slots in one second`);
    context.expectBar(arrivals <= 13, `${arrivals} arrivals in one second`);
    return `${rows.length} slots for ${answered} lookups over two processes: at most ${slots} in any second (bar 10), ${arrivals} arrivals (bar 13)`;
  },
};
