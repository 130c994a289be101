import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import Papa from 'papaparse';
import pg from 'pg';
import { Agent, request } from 'undici';

// The bare steps of a bulk run in sequence: load the file into the database, make one call per hundred serials, check and store
// the answers, write the file with the results. The same work with the same durability: every statement is committed to a
// PostgreSQL with fsync before the next step relies on it, replies are checked, the whole answer and the result are stored, and
// cells that a spreadsheet could run as formulas are guarded. What it leaves out: a queue, recovery, progress, limits, cached
// answers, other vendors and file formats. PostgreSQL itself writes the CSV.
// Arguments: an empty database, the simulator, the file, where to write, calls in flight.
const [databaseUrl = '', simulator = '', input = '', output = '', inFlight = ''] = process.argv.slice(2);
const batch = 100;
const answersPerBatch = 1000;

/** Parts of pg's connection that its types do not declare. */
interface Connection {
  stream: Writable;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/**
 * COPY in both directions over pg's own protocol. pg passes one slice per row and reuses its buffer, so the bytes are
 * copied and collected here.
 */
class Copy {
  text: string;
  done: Promise<void>;
  opened: Promise<Connection>;
  #open!: (connection: Connection) => void;
  #resolve!: () => void;
  #reject!: (error: Error) => void;
  #gathered = Buffer.allocUnsafe(1 << 18);
  #size = 0;
  #out: Writable | undefined;

  constructor(text: string, out?: Writable) {
    this.text = text;
    this.#out = out;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }
  submit(connection: unknown) {
    (connection as Connection).query(this.text);
  }
  handleCopyInResponse(connection: Connection) {
    this.#open(connection);
  }
  handleCopyData({ chunk }: { chunk: Buffer }) {
    if (this.#size + chunk.length > this.#gathered.length) this.#flush();
    this.#size += chunk.copy(this.#gathered, this.#size);
  }
  handleCommandComplete() {
    this.#flush();
  }
  handleReadyForQuery() {
    this.#resolve();
  }
  handleError(error: Error) {
    this.#reject(error);
  }
  #flush() {
    if (this.#size > 0) this.#out?.write(Buffer.from(this.#gathered.subarray(0, this.#size)));
    this.#size = 0;
  }
}

const pool = new pg.Pool({ connectionString: databaseUrl, max: 6 });
const client = await pool.connect();
await client.query(`
  create table rows (row int, asset text, serial text, manufacturer text, model text, location text, bought text, notes text, state text);
  create table answers (serial text primary key, answer json, status text, starts text, ends text, level text,
                        tag text, code text, description text, shipped text, error text)`);

const startedAt = performance.now();
const serials = await load();
const loaded = performance.now();
await lookUp([...serials]);
const lookedUp = performance.now();
await write();
const written = performance.now();
console.log(
  JSON.stringify({
    load: loaded - startedAt,
    lookUp: lookedUp - loaded,
    write: written - lookedUp,
    total: written - startedAt,
  }),
);
process.exit(0);

/** Only a letter or digit at the start is certain not to begin a formula. */
function guarded(cell: string): string {
  const first = cell.charCodeAt(0);
  const isPlain =
    (first >= 48 && first <= 57) || (first >= 65 && first <= 90) || (first >= 97 && first <= 122);
  return !isPlain && /^\s*[=+\-@\t\r]/.test(cell) && !/^[+-]?[\d.,]+%?$|^-{1,3}$/.test(cell)
    ? `'${cell}`
    : cell;
}

async function load(): Promise<Set<string>> {
  const wanted = new Set<string>();
  const copy = client.query(new Copy('copy rows from stdin'));
  const connection = await copy.opened;
  const escaped = (given: string) => {
    const cell = guarded(given);
    return /[\\\t\n\r]/.test(cell)
      ? cell.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
      : cell;
  };
  let row = -1;
  await new Promise<void>((resolve, reject) => {
    Papa.parse<string[]>(createReadStream(input, { encoding: 'utf8', highWaterMark: 1 << 20 }), {
      delimiter: ',',
      skipEmptyLines: true,
      chunk({ data }, parser) {
        let lines = '';
        for (const cells of data) {
          row += 1;
          if (row === 0) continue;
          if (cells[2]?.startsWith('Dell')) wanted.add(cells[1] as string);
          lines += `${row}\t${cells.map(escaped).join('\t')}\n`;
        }
        connection.sendCopyFromChunk(Buffer.from(lines));
        if (!connection.stream.writableNeedDrain) return;
        parser.pause();
        connection.stream.once('drain', () => parser.resume());
      },
      complete: () => resolve(),
      error: reject,
    });
  });
  connection.endCopyFrom();
  await copy.done;
  return wanted;
}

async function lookUp(wanted: string[]): Promise<void> {
  const dispatcher = new Agent({ connections: Number(inFlight), pipelining: 1 });
  const token = await request(`${simulator}/auth/oauth/v2/token`, {
    method: 'POST',
    dispatcher,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials&client_id=a&client_secret=b',
  });
  const { access_token: bearer } = (await token.body.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${bearer}` };
  let next = 0;
  let answers: (string | null)[][] = [];
  const keepCalling = async () => {
    while (next < wanted.length) {
      const tags = wanted.slice(next, next + batch);
      next += batch;
      const url = `${simulator}/PROD/sbil/eapi/v5/asset-entitlements?servicetags=${tags.join('%2C')}`;
      const { body } = await request(url, { dispatcher, headers });
      for (const device of checked(await body.json())) answers.push(toAnswer(device));
      if (answers.length < answersPerBatch) continue;
      const some = answers;
      answers = [];
      await keep(some);
    }
  };
  await Promise.all(Array.from({ length: Number(inFlight) }, keepCalling));
  await keep(answers);
  await client.query('analyze answers');
}

interface Device {
  serviceTag: string;
  invalid?: boolean;
  productCode?: string;
  systemDescription?: string;
  productLineDescription?: string;
  shipDate?: string;
  entitlements?: {
    startDate: string | null;
    endDate: string | null;
    serviceLevelCode: string | null;
    serviceLevelDescription: string | null;
  }[];
}

function isText(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string';
}

function isStamp(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(T|$)/.test(value))
  );
}

function checked(reply: unknown): Device[] {
  if (!Array.isArray(reply)) throw new Error('the reply is no list');
  for (const device of reply as Device[]) {
    const { serviceTag, shipDate, productCode, systemDescription, productLineDescription } = device;
    const areTexts = [productCode, systemDescription, productLineDescription].every(isText);
    const areLines = (device.entitlements ?? []).every(
      (line) => isStamp(line.startDate) && isStamp(line.endDate) && isText(line.serviceLevelDescription),
    );
    if (typeof serviceTag !== 'string' || !isStamp(shipDate) || !areTexts || !areLines)
      throw new Error('the reply has an unexpected device');
  }
  return reply as Device[];
}

function toAnswer(device: Device): (string | null)[] {
  const { serviceTag, shipDate, productCode, systemDescription, productLineDescription } = device;
  const json = JSON.stringify(device);
  if (device.invalid)
    return [serviceTag, json, null, null, null, null, null, null, null, null, 'is not known'];
  const notHardware = ['D', 'DL', 'PJ', 'PR'];
  let [starts, ends, level]: (string | null)[] = [null, null, null];
  for (const line of device.entitlements ?? []) {
    if (!line.endDate || notHardware.includes(line.serviceLevelCode ?? '')) continue;
    if (line.startDate && (!starts || line.startDate < starts)) starts = line.startDate;
    if (!ends || line.endDate > ends) [ends, level] = [line.endDate, line.serviceLevelDescription];
  }
  const left = ends ? Date.parse(ends) - Date.now() : null;
  const status = left === null ? null : left < 0 ? 'Expired' : left < 30 * 864e5 ? 'Expiring Soon' : 'Active';
  const day = (stamp: string | null | undefined) => stamp?.slice(0, 10) ?? null;
  const described = systemDescription ?? productLineDescription ?? null;
  return [
    ...[
      serviceTag,
      json,
      status,
      day(starts),
      day(ends),
      level ? guarded(level) : null,
      serviceTag,
      productCode ? guarded(productCode) : null,
    ],
    ...[described && guarded(described), day(shipDate), null],
  ];
}

async function keep(some: (string | null)[][]): Promise<void> {
  if (some.length === 0) return;
  const columns = Array.from({ length: 11 }, (_, index) => some.map((answer) => answer[index]));
  const types = columns.map((_, index) => `$${index + 1}::${index === 1 ? 'json' : 'text'}[]`);
  await pool.query({
    name: 'keep',
    text: `insert into answers select * from unnest(${types.join()})
           on conflict (serial) do update set answer = excluded.answer, status = excluded.status,
             starts = excluded.starts, ends = excluded.ends, level = excluded.level, tag = excluded.tag,
             code = excluded.code, description = excluded.description, shipped = excluded.shipped,
             error = excluded.error`,
    values: columns,
  });
}

async function write(): Promise<void> {
  const file = createWriteStream(output);
  await client.query(`set work_mem = '256MB'`);
  const copy = client.query(
    new Copy(
      `copy (select asset as "Asset", r.serial as "Serial Number", manufacturer as "Manufacturer", model as "Model",
                    location as "Location", coalesce(nullif(bought, ''), shipped, starts) as "Purchase Date",
                    notes as "Notes", state as "Status", status as "Warranty Status",
                    starts as "Warranty Start Date", ends as "Warranty End Date", level as "Service Level",
                    tag as "Service Tag", code as "Product Code", description as "System Description",
                    shipped as "Ship Date", case when a.serial is not null then 'Dell' end as "Warranty Source",
                    error as "Warranty Error"
               from rows r left join answers a on a.serial = r.serial order by row) to stdout (format csv, header)`,
      file,
    ),
  );
  await copy.done;
  file.end();
  await once(file, 'finish');
}
