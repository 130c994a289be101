import * as z from 'zod';
import { OperatorError } from '../operator-error.ts';

/** Names of ours, so that nothing else in a file can become part of a statement. */
const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
const literal = String.raw`(?:'(?:[^']|'')*'|-?\d+|MINVALUE|MAXVALUE|NULL)`;
const list = String.raw`\(${literal}(?:, ${literal})*\)`;
const bound = z.string().regex(new RegExp(`^(?:DEFAULT|FOR VALUES (?:FROM ${list} TO ${list}|IN ${list}))$`));

/** Tables of the product, wherever its connection finds them, and those of the queue. */
export const area = z.enum(['product', 'queue']);
export type Area = z.output<typeof area>;

const named = { area, name: identifier };

const table = z.strictObject({
  ...named,
  /** Without generated columns. */
  columns: z.array(identifier),
  partition: z.strictObject({ of: identifier, bound }).nullable(),
});
export type BackupTable = z.output<typeof table>;

const sequence = z.strictObject({ ...named, value: z.string().regex(/^-?\d+$/), isCalled: z.boolean() });
export type BackupSequence = z.output<typeof sequence>;

const dataKey = z.strictObject({ id: z.string(), wrapped: z.string(), masterKeyId: z.string() });
export type BackupDataKey = z.output<typeof dataKey>;

const header = z.strictObject({
  product: z.literal('it-warranty-lookup'),
  version: z.string(),
  createdAt: z.iso.datetime(),
  postgresVersion: z.int(),
  migrations: z.array(z.strictObject({ name: z.string(), checksum: z.string() })),
  /** Of the tables of pg-boss; null if there are none yet. */
  queueVersion: z.int().nullable(),
  dataKeys: z.array(dataKey),
  /** In base64. Null if the backup was made without them. */
  masterKeys: z.array(z.string()).nullable(),
  tables: z.array(table),
  sequences: z.array(sequence),
});
export type BackupHeader = z.output<typeof header>;

const tableStart = z.strictObject(named);
const tableEnd = z.strictObject({
  rows: z.int().nonnegative(),
  /** Of the COPY text, before compression. */
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type TableEnd = z.output<typeof tableEnd>;

export const isSame = (a: z.output<typeof tableStart>, b: z.output<typeof tableStart>): boolean =>
  a.area === b.area && a.name === b.name;

const parser =
  <S extends z.ZodType>(schema: S) =>
  (payload: Buffer): z.output<S> => {
    const result = schema.safeParse(JSON.parse(payload.toString('utf8')));
    if (result.success) return result.data;
    throw new OperatorError('The backup was made by a newer version of this program. Nothing was written.', {
      cause: result.error,
    });
  };

export const parseHeader = parser(header);
export const parseTableStart = parser(tableStart);
export const parseTableEnd = parser(tableEnd);
export const toPayload = (value: object): Buffer => Buffer.from(JSON.stringify(value), 'utf8');
