import { randomBytes } from 'node:crypto';
import { agentUser, deviceAt, scanOf, sendTo } from './agents.ts';
import { type BulkFixture, type BulkUser, dellSerial } from './bulk.ts';

/**
 * Rows and chunks of the one large run. It claims to have a million rows: no reply depends on those that are not stored.
 */
const [tellRows, storeRows, chunks] = [1_000_000, 100_000, 10_000];
const [otherRuns, chunksOfOtherRun] = [99, 200];
const [devices, discoveries, tokens, secrets] = [10_000, 300, 50, 50];
/** No limit applies to them, but each takes a recovery code. */
const browserSessions = 5000;
const columnCount = 20;
const wideRows = 80;

interface LargestState {
  user: BulkUser;
  runId: string;
  /** A run whose rows have the maximum number of cells, and long ones. */
  wideRunId: string;
  /** A run with the longest allowed header row. */
  longHeadersRunId: string;
  sessionId: string;
}

const headers = [
  'Serial',
  'Maker',
  ...Array.from({ length: columnCount - 2 }, (_, index) => `Column ${index + 1}`),
];
const cellsOf = (serial: string) => [serial, 'Dell', ...Array(columnCount - 2).fill('a cell of some length')];

function sampleFile(rows: number): string {
  const lines = Array.from({ length: rows }, (_, index) => cellsOf(dellSerial(index)).join(','));
  return `${headers.join(',')}\n${lines.join('\n')}\n`;
}

/** A user who has stored the maximum of everything. The results of a few real requests are multiplied in the database. */
export async function fillLargestState(scene: BulkFixture): Promise<LargestState> {
  const user = await scene.startBulkUser();
  const { id: runId } = await user.run(sampleFile(500));
  await growRun(scene, runId);
  await addRuns(scene, runId);
  const { id: wideRunId } = await user.run(sampleFile(1));
  await widenRun(scene, wideRunId);
  const { id: longHeadersRunId } = await user.run(sampleFile(1));
  await lengthenHeaders(scene, longHeadersRunId);
  const sessionId = await addDiscoveries(scene, user);
  await addTokensAndSecrets(scene, user);
  await addBrowserSessions(scene, user);
  await addKeyUses(scene, user);
  await scene.query('vacuum analyze');
  return { user, runId, wideRunId, longHeadersRunId, sessionId };
}

async function growRun({ query }: BulkFixture, runId: string): Promise<void> {
  const run = '(select key, day from bulk_runs where id = $1) as run';
  await query(
    `insert into bulk_rows (day, run, row, line, vendor, serial, manufacturer, outcome, reason, cells)
     select b.day, b.run, n, n + 1, b.vendor, 'G' || n, b.manufacturer, b.outcome, b.reason,
            ('["G' || n || '"' || substr(b.cells::text, position(',' in b.cells::text)))::json
       from ${run} join bulk_rows b on b.run = run.key and b.row = 1, generate_series(501, $2::int) n`,
    [runId, storeRows],
  );
  await query(
    `insert into bulk_serials (day, run, vendor, serial, answer)
     select s.day, s.run, s.vendor, 'G' || n, s.answer
       from ${run} join lateral (select * from bulk_serials where run = run.key limit 1) s on true,
            generate_series(501, $2::int) n`,
    [runId, storeRows],
  );
  await query(
    `insert into bulk_chunks (run, chunk, vendor, serials, rows, rows_each, is_done, counts, done_at, ends)
     select c.run, 1000 + n, c.vendor, c.serials, c.rows, c.rows_each, true, c.counts, c.done_at, c.ends
       from ${run} join bulk_chunks c on c.run = run.key and c.chunk = 0, generate_series(1, $2::int) n`,
    [runId, chunks],
  );
  const notices = Array.from({ length: 100 }, (_, index) => ({
    line: index,
    message: 'This row has another width. '.repeat(4),
  }));
  await query(`update bulk_runs set total_rows = $2, notices = $3, notices_count = 100 where id = $1`, [
    runId,
    tellRows,
    JSON.stringify(notices),
  ]);
}

/** One megabyte per row. */
async function widenRun({ query }: BulkFixture, runId: string): Promise<void> {
  await query(
    `insert into bulk_rows (day, run, row, line, manufacturer, outcome, reason, cells)
     select day, key, n, n + 1, 'Dell', 'skipped', 'There is no serial number.',
            (select json_agg(case when cell > 1 then repeat('a long cell ', 180) else '' end)
               from generate_series(1, 500) cell)
       from bulk_runs, generate_series(2, $2::int) n where id = $1`,
    [runId, wideRows],
  );
  await query('update bulk_runs set total_rows = $2, skipped = $2 - 1 where id = $1', [runId, wideRows]);
}

async function lengthenHeaders({ query }: BulkFixture, runId: string): Promise<void> {
  const columns = Array.from({ length: 500 }, (_, index) => {
    const header = `${index} ${'a long header '.repeat(2300)}`;
    return { name: header, header };
  });
  await query(
    `update bulk_runs set source = (source::jsonb || jsonb_build_object('columns', $2::jsonb))::json where id = $1`,
    [runId, JSON.stringify(columns)],
  );
}

async function addRuns({ query }: BulkFixture, runId: string): Promise<void> {
  await query(
    `insert into bulk_runs (owner, id, client_key, request_hash, day, status, options, source, total_rows, skipped, not_processed,
                            manufacturer_stats, notices, notices_count, started_at, finished_at)
     select owner, gen_random_uuid(), client_key, request_hash, day, status, options, source, 20000, skipped, not_processed,
            manufacturer_stats, notices, notices_count, started_at, finished_at
       from bulk_runs, generate_series(1, $2::int) where id = $1`,
    [runId, otherRuns],
  );
  await query(
    `insert into bulk_chunks (run, chunk, vendor, serials, rows, rows_each, is_done, counts, done_at, ends)
     select other.key, n, c.vendor, c.serials, c.rows, c.rows_each, true,
            '{"found": 90, "not-known": 5, "ambiguous": 1, "failed": 4}', c.done_at, c.ends
       from bulk_runs run join bulk_chunks c on c.run = run.key and c.chunk = 0
            join bulk_runs other on other.owner = run.owner and other.id <> run.id, generate_series(0, $2::int - 1) n
      where run.id = $1`,
    [runId, chunksOfOtherRun],
  );
}

async function addDiscoveries({ server, query }: BulkFixture, user: BulkUser): Promise<string> {
  const { rawSecret } = await agentUser(user).make();
  const scan = scanOf(
    Array.from({ length: devices }, (_, index) =>
      deviceAt(index, {
        hostname: `pc-${index}.office.example`,
        ...{ vendor: 'Dell Inc.', manufacturer: 'Dell', model: 'OptiPlex 7090', os: 'Windows 11 Pro' },
      }),
    ),
  );
  const send = async (scan_timestamp: string) =>
    (await sendTo(server)(rawSecret, { ...scan, scan_timestamp })).json().session_id;
  await send('2026-11-15T09:00:00.000Z');
  const sessionId = await send('2026-11-15T10:00:00.000Z');
  await query(
    `insert into agent_discovery_sessions
       (owner, agent_id, platform, hostname, version, scan_timestamp, total_devices, serial_count, body_hash, secret_id,
        packed_devices)
     select owner, agent_id, platform, hostname, version, scan_timestamp - n * interval '1 hour', total_devices,
            serial_count, body_hash, secret_id, packed_devices
       from agent_discovery_sessions, generate_series(2, $2::int) n where id = $1`,
    [sessionId, discoveries],
  );
  return sessionId;
}

async function addTokensAndSecrets({ query }: BulkFixture, { userId }: BulkUser): Promise<void> {
  const owner = '(select id from users where username = $1)';
  await query(
    `insert into external_api_tokens (user_id, token_name, token_hash, masked)
     select ${owner}, repeat('n', 100), sha256(($2 || n)::bytea), 'wlt_...' from generate_series(1, $3::int) n`,
    [userId, randomBytes(8).toString('hex'), tokens],
  );
  await query(
    `insert into agent_secrets (owner, name, secret_hash, masked)
     select ${owner}, repeat('n', 100), sha256(($2 || n)::bytea), 'was_...' from generate_series(2, $3::int) n`,
    [userId, randomBytes(8).toString('hex'), secrets],
  );
  await query(
    `update agent_discovery_sessions s set secret_id = picked.id
       from (select id, row_number() over () as n from agent_secrets where owner = ${owner}) picked
      where s.owner = ${owner} and picked.n = 1 + abs(hashtext(s.id::text)) % $2::int`,
    [userId, secrets],
  );
}

async function addBrowserSessions({ query }: BulkFixture, { userId }: BulkUser): Promise<void> {
  await query(
    `insert into sessions (token_hash, owner, browser)
     select sha256(($2 || n)::bytea), id, 'Chrome on Windows' from users, generate_series(1, $3::int) n
      where username = $1`,
    [userId, randomBytes(8).toString('hex'), browserSessions],
  );
}

/** A user whose keys are always in use, with more events than a month of that. */
async function addKeyUses({ query }: BulkFixture, user: BulkUser): Promise<void> {
  await user.save('lenovo', 'api_key', 'a-key-of-some-length');
  await query(
    `insert into audit_events (owner, actor_kind, action, details, at)
     select id, 'system', 'vendor_key.used', json_build_object('vendor', vendor),
            greatest(date_trunc('month', now(), 'utc'), now() - n * interval '1 second')
       from users, unnest('{dell,hp,lenovo,cisco,meraki}'::text[]) vendor, generate_series(1, 20000) n
      where username = $1`,
    [user.userId],
  );
}
