import * as z from 'zod';
import { optional, positive, setting } from './setting.ts';
import { megabytes, onOff, ports, wholeNumber } from './setting-schemas.ts';

/** How much of each process requests may take. */
const requests = {
  REQUESTS_PER_SECOND: positive(
    'requests.perSecond',
    50,
    1_000_000,
    'API requests per browser session, access token or agent secret, in each process.',
  ),
  REQUESTS_PER_SECOND_PER_ADDRESS: positive(
    'requests.perSecondPerAddress',
    500,
    1_000_000,
    'Requests per IP address, in each process.',
  ),
  CONNECTIONS_PER_ADDRESS: setting(
    'requests.openPerAddress',
    wholeNumber(8, 1_000_000),
    '256',
    'Connections per IP address, and its requests in progress, in each process. A new connection replaces an idle one. The connections of `TRUST_PROXY` are not limited.',
  ),
  MAX_LOOP_DELAY_MS: setting(
    'requests.maxLoopDelayMs',
    wholeNumber(100, 60_000),
    '1000',
    'While the event loop of a process is delayed by more than this, it rejects requests with 503, except health checks.',
  ),
};

/** How often users may do what is expensive for this server or a vendor. */
const rates = {
  NEW_SESSIONS_PER_HOUR: positive('newSessionsPerHour', 300, 1_000_000, 'New sessions per IP address.'),
  LOOKUPS_PER_MINUTE: positive(
    'lookups.lookupLimits.perSessionPerMinute',
    60,
    100_000,
    'Vendor calls on the server’s own credentials per session. Cached results and bulk runs do not count.',
  ),
  LOOKUPS_PER_MINUTE_PER_ADDRESS: positive(
    'lookups.lookupLimits.perAddressPerMinute',
    300,
    1_000_000,
    'Vendor calls on the server’s own credentials per IP address. Cached results and bulk runs do not count.',
  ),
  VENDOR_CALLS_PER_DAY: positive(
    'lookups.lookupLimits.perOwnerPerDay',
    20_000,
    1_000_000_000,
    'Vendor calls on the server’s own credentials per user and day (UTC), including bulk runs. A call looks up as many devices as the vendor takes at once (Dell: 100).',
  ),
  VENDOR_CALLS_PER_DAY_PER_ADDRESS: positive(
    'lookups.lookupLimits.perAddressPerDay',
    60_000,
    1_000_000_000,
    'The same per IP address.',
  ),
  ACCESS_TOKENS_PER_USER: positive('accessTokens.tokensPerUser', 50, 10_000, 'Access tokens per user.'),
  TOKEN_REQUESTS_PER_MINUTE: positive(
    'accessTokens.requestsPerMinute',
    600,
    1_000_000,
    'Requests per access token, across all processes.',
  ),
  TOKEN_USAGE_SECONDS: positive(
    'accessTokens.usageSeconds',
    60,
    3600,
    'How often token usage is written to the database.',
  ),
  RELAY_CUSTOM_URLS: optional(
    'relay.customUrls',
    onOff,
    '`on` if `PUBLIC_URL` is not set and `HOST` is loopback, otherwise `off`',
    'Whether the API tester may call custom URLs through the server.',
  ),
  RELAY_PORTS: optional(
    'relay.ports',
    ports,
    'none',
    'Comma-separated additional ports for those calls, besides 80, 443 and 8443.',
  ),
  RELAY_CALLS_PER_MINUTE: positive(
    'relay.callsPerMinute',
    30,
    100_000,
    'API tester calls through the server per session.',
  ),
  RELAY_CALLS_PER_MINUTE_PER_ADDRESS: positive(
    'relay.callsPerMinutePerAddress',
    120,
    1_000_000,
    'API tester calls through the server per IP address.',
  ),
  KEY_TESTS_PER_HOUR_PER_ADDRESS: positive(
    'keyTestsPerHourPerAddress',
    120,
    1_000_000,
    'Tests of vendor keys per IP address. Each user can test 20 a minute.',
  ),
  IMAGES_PER_MINUTE: positive('images.imagesPerMinute', 30, 100_000, 'Photos per session.'),
  IMAGES_PER_MINUTE_PER_ADDRESS: positive(
    'images.imagesPerMinutePerAddress',
    120,
    1_000_000,
    'Photos per IP address.',
  ),
  IMAGE_READERS: optional(
    'images.readers.count',
    wholeNumber(1, 16),
    '`1`, or `2` with three or more cores',
    'Number of image reader processes, started on demand.',
  ),
  IMAGE_SANDBOX: setting(
    'images.readers.sandbox',
    z.enum(['auto', 'required', 'off'], 'must be auto, required or off'),
    'auto',
    'Isolation of image readers by the operating system, see [security.md](security.md). `required` refuses to start without it.',
  ),
  IMAGE_SECONDS: positive('images.readers.secondsPerImage', 20, 300, 'Time limit per photo.'),
  IMAGE_MEMORY_MB: setting(
    'images.readers.maxMemoryBytes',
    megabytes(100, 16_384),
    '700',
    'Memory limit per photo.',
  ),
  PREDICTIONS_PER_MINUTE: positive(
    'predictions.perMinute',
    60,
    100_000,
    'Purchase date predictions (single assets or files) per session.',
  ),
  PREDICTIONS_PER_MINUTE_PER_ADDRESS: positive(
    'predictions.perMinutePerAddress',
    300,
    1_000_000,
    'Purchase date predictions (single assets or files) per IP address.',
  ),
  PREDICTION_THREADS: positive(
    'predictions.files.threads',
    1,
    16,
    'Files predicted in parallel per process, of each size: up to 0.5 MB, up to 8 MB, and larger.',
  ),
  PREDICTION_SECONDS: positive('predictions.files.seconds', 120, 600, 'Time limit per file.'),
  PREDICTION_MEMORY_MB: setting(
    'predictions.files.maxMemoryMb',
    wholeNumber(64, 16_384),
    '1536',
    'Memory limit per file.',
  ),
  AGENT_SECRETS_PER_USER: positive('agents.secretsPerUser', 50, 10_000, 'Agent secrets per user.'),
  AGENT_SCANS_PER_MINUTE: positive('agents.scansPerMinute', 600, 1_000_000, 'Scans per agent secret.'),
};

/** How much may be stored, per user and per IP address. */
const quotas = {
  BULK_LIVE_RUNS: positive('bulk.liveRuns', 3, 1000, 'Active bulk runs per user.'),
  BULK_STORED_RUNS: positive(
    'bulk.storedRuns',
    200,
    100_000,
    'Stored bulk runs per user, including those that are done or canceled.',
  ),
  BULK_STORED_ROWS: positive(
    'bulk.storedRows',
    3_000_000,
    1_000_000_000,
    'Rows stored in all bulk runs of a user.',
  ),
  BULK_STORED_MB: setting(
    'bulk.storedBytes',
    megabytes(1, 1_000_000),
    '2048',
    'Size of the rows and stored workbooks in all bulk runs of a user.',
  ),
  BULK_RUNS_PER_DAY_PER_ADDRESS: positive(
    'bulk.perAddressPerDay.runs',
    2000,
    1_000_000,
    'New bulk runs per IP address.',
  ),
  BULK_ROWS_PER_DAY_PER_ADDRESS: positive(
    'bulk.perAddressPerDay.rows',
    30_000_000,
    1_000_000_000_000,
    'Rows of bulk runs received per IP address.',
  ),
  BULK_MB_PER_DAY_PER_ADDRESS: setting(
    'bulk.perAddressPerDay.bytes',
    megabytes(1, 1_000_000_000),
    '10240',
    'Size of the rows and stored workbooks of bulk runs received per IP address.',
  ),
  AGENT_STORED_SCANS: positive(
    'agents.storedLimits.scans',
    20_000,
    100_000_000,
    'Stored agent scans per user.',
  ),
  AGENT_STORED_DEVICES: positive(
    'agents.storedLimits.devices',
    2_000_000,
    1_000_000_000,
    'Devices in all stored agent scans of a user.',
  ),
  AGENT_DEVICES_PER_DAY_PER_ADDRESS: positive(
    'agents.devicesPerDayPerAddress',
    2_000_000,
    1_000_000_000_000,
    'Devices in agent scans received per IP address.',
  ),
};

export const limits = { ...requests, ...rates, ...quotas };

export const retention = {
  BULK_RUN_DAYS: positive(
    'retention.bulkRunDays',
    7,
    3650,
    'Days after which a bulk run is deleted, with its rows and results.',
  ),
  DISCOVERY_DAYS: positive(
    'retention.discoveryDays',
    90,
    3650,
    'Days after which an agent scan is deleted, with its devices.',
  ),
  AUDIT_DAYS: setting(
    'retention.auditDays',
    wholeNumber(30, 3650),
    '90',
    'How long audit events can be read, also those of users who were deleted. They are deleted with their month, up to 31 days later.',
  ),
  SESSION_IDLE_DAYS: positive(
    'retention.sessionIdleDays',
    30,
    3650,
    'Days without use after which a browser session ends.',
  ),
  USER_IDLE_DAYS: positive(
    'retention.userIdleDays',
    180,
    3650,
    'Days without use after which a user is deleted, with all data.',
  ),
};
