import type * as z from 'zod';
import { wholeNumber } from './setting-schemas.ts';

export const limit = <T extends z.ZodType, D extends string>(schema: T, value: D, description: string) =>
  ({ group: 'Limits', schema, default: value, description }) as const;

/** How much of each process requests may take. */
export const requests = {
  REQUESTS_PER_SECOND: limit(
    wholeNumber(1, 1_000_000),
    '50',
    'API requests per browser session, access token or agent secret, in each process.',
  ),
  REQUESTS_PER_SECOND_PER_ADDRESS: limit(
    wholeNumber(1, 1_000_000),
    '500',
    'Requests per IP address, in each process.',
  ),
  CONNECTIONS_PER_ADDRESS: limit(
    wholeNumber(8, 1_000_000),
    '256',
    'Connections per IP address, and its requests in progress, in each process. A new connection replaces an idle one. The connections of `TRUST_PROXY` are not limited.',
  ),
  MAX_LOOP_DELAY_MS: limit(
    wholeNumber(100, 60_000),
    '1000',
    'While the event loop of a process is delayed by more than this, it rejects requests with 503, except health checks.',
  ),
};

/** How much may be stored, per user and per IP address. */
export const quotas = {
  BULK_LIVE_RUNS: limit(wholeNumber(1, 1000), '3', 'Active bulk runs per user.'),
  BULK_STORED_RUNS: limit(
    wholeNumber(1, 100_000),
    '200',
    'Stored bulk runs per user, including those that are done or canceled.',
  ),
  BULK_STORED_ROWS: limit(
    wholeNumber(1, 1_000_000_000),
    '3000000',
    'Rows stored in all bulk runs of a user.',
  ),
  BULK_STORED_MB: limit(
    wholeNumber(1, 1_000_000),
    '2048',
    'Size of the rows and stored workbooks in all bulk runs of a user.',
  ),
  BULK_RUNS_PER_DAY_PER_ADDRESS: limit(wholeNumber(1, 1_000_000), '2000', 'New bulk runs per IP address.'),
  BULK_ROWS_PER_DAY_PER_ADDRESS: limit(
    wholeNumber(1, 1_000_000_000_000),
    '30000000',
    'Rows of bulk runs received per IP address.',
  ),
  BULK_MB_PER_DAY_PER_ADDRESS: limit(
    wholeNumber(1, 1_000_000_000),
    '10240',
    'Size of the rows and stored workbooks of bulk runs received per IP address.',
  ),
  AGENT_STORED_SCANS: limit(wholeNumber(1, 100_000_000), '20000', 'Stored agent scans per user.'),
  AGENT_STORED_DEVICES: limit(
    wholeNumber(1, 1_000_000_000),
    '2000000',
    'Devices in all stored agent scans of a user.',
  ),
  AGENT_DEVICES_PER_DAY_PER_ADDRESS: limit(
    wholeNumber(1, 1_000_000_000_000),
    '2000000',
    'Devices in agent scans received per IP address.',
  ),
} as const;

const days = <D extends string>(value: D, description: string) =>
  ({ group: 'Retention', schema: wholeNumber(1, 3650), default: value, description }) as const;

export const retention = {
  BULK_RUN_DAYS: days('7', 'Days after which a bulk run is deleted, with its rows and results.'),
  DISCOVERY_DAYS: days('90', 'Days after which an agent scan is deleted, with its devices.'),
  AUDIT_DAYS: {
    ...days(
      '90',
      'How long audit events can be read, also those of users who were deleted. They are deleted with their month, up to 31 days later.',
    ),
    schema: wholeNumber(30, 3650),
  },
  SESSION_IDLE_DAYS: days('30', 'Days without use after which a browser session ends.'),
  USER_IDLE_DAYS: days('180', 'Days without use after which a user is deleted, with all data.'),
} as const;
