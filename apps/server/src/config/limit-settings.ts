import * as z from 'zod';
import { optional, setting } from './setting.ts';
import { megabytes, onOff, ports, wholeNumber } from './setting-schemas.ts';

/** How much of each process requests may take. */
const requests = {
  REQUESTS_PER_SECOND: setting(
    'requests.perSecond',
    wholeNumber(1, 1_000_000),
    '50',
    'API requests per browser session, access token or agent secret, in each process.',
  ),
  REQUESTS_PER_SECOND_PER_ADDRESS: setting(
    'requests.perSecondPerAddress',
    wholeNumber(1, 1_000_000),
    '500',
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
  NEW_SESSIONS_PER_HOUR: setting(
    'newSessionsPerHour',
    wholeNumber(1, 1_000_000),
    '300',
    'New sessions per IP address.',
  ),
  LOOKUPS_PER_MINUTE: setting(
    'lookups.lookupLimits.perSessionPerMinute',
    wholeNumber(1, 100_000),
    '60',
    'Vendor calls on the server’s own credentials per session. Cached results and bulk runs do not count.',
  ),
  LOOKUPS_PER_MINUTE_PER_ADDRESS: setting(
    'lookups.lookupLimits.perAddressPerMinute',
    wholeNumber(1, 1_000_000),
    '300',
    'Vendor calls on the server’s own credentials per IP address. Cached results and bulk runs do not count.',
  ),
  VENDOR_CALLS_PER_DAY: setting(
    'lookups.lookupLimits.perOwnerPerDay',
    wholeNumber(1, 1_000_000_000),
    '20000',
    'Vendor calls on the server’s own credentials per user and day (UTC), including bulk runs. A call looks up as many devices as the vendor takes at once (Dell: 100).',
  ),
  VENDOR_CALLS_PER_DAY_PER_ADDRESS: setting(
    'lookups.lookupLimits.perAddressPerDay',
    wholeNumber(1, 1_000_000_000),
    '60000',
    'The same per IP address.',
  ),
  ACCESS_TOKENS_PER_USER: setting(
    'accessTokens.tokensPerUser',
    wholeNumber(1, 10_000),
    '50',
    'Access tokens per user.',
  ),
  TOKEN_REQUESTS_PER_MINUTE: setting(
    'accessTokens.requestsPerMinute',
    wholeNumber(1, 1_000_000),
    '600',
    'Requests per access token, across all processes.',
  ),
  TOKEN_USAGE_SECONDS: setting(
    'accessTokens.usageSeconds',
    wholeNumber(1, 3600),
    '60',
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
  RELAY_CALLS_PER_MINUTE: setting(
    'relay.callsPerMinute',
    wholeNumber(1, 100_000),
    '30',
    'API tester calls through the server per session.',
  ),
  RELAY_CALLS_PER_MINUTE_PER_ADDRESS: setting(
    'relay.callsPerMinutePerAddress',
    wholeNumber(1, 1_000_000),
    '120',
    'API tester calls through the server per IP address.',
  ),
  KEY_TESTS_PER_HOUR_PER_ADDRESS: setting(
    'keyTestsPerHourPerAddress',
    wholeNumber(1, 1_000_000),
    '120',
    'Tests of vendor keys per IP address. Each user can test 20 a minute.',
  ),
  IMAGES_PER_MINUTE: setting('images.imagesPerMinute', wholeNumber(1, 100_000), '30', 'Photos per session.'),
  IMAGES_PER_MINUTE_PER_ADDRESS: setting(
    'images.imagesPerMinutePerAddress',
    wholeNumber(1, 1_000_000),
    '120',
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
  IMAGE_SECONDS: setting(
    'images.readers.secondsPerImage',
    wholeNumber(1, 300),
    '20',
    'Time limit per photo.',
  ),
  IMAGE_MEMORY_MB: setting(
    'images.readers.maxMemoryBytes',
    megabytes(100, 16_384),
    '700',
    'Memory limit per photo.',
  ),
  PREDICTIONS_PER_MINUTE: setting(
    'predictions.perMinute',
    wholeNumber(1, 100_000),
    '60',
    'Purchase date predictions (single assets or files) per session.',
  ),
  PREDICTIONS_PER_MINUTE_PER_ADDRESS: setting(
    'predictions.perMinutePerAddress',
    wholeNumber(1, 1_000_000),
    '300',
    'Purchase date predictions (single assets or files) per IP address.',
  ),
  PREDICTION_THREADS: setting(
    'predictions.files.threads',
    wholeNumber(1, 16),
    '1',
    'Files predicted in parallel per process, of each size: up to 0.5 MB, up to 8 MB, and larger.',
  ),
  PREDICTION_SECONDS: setting(
    'predictions.files.seconds',
    wholeNumber(1, 600),
    '120',
    'Time limit per file.',
  ),
  PREDICTION_MEMORY_MB: setting(
    'predictions.files.maxMemoryMb',
    wholeNumber(64, 16_384),
    '1536',
    'Memory limit per file.',
  ),
  AGENT_SECRETS_PER_USER: setting(
    'agents.secretsPerUser',
    wholeNumber(1, 10_000),
    '50',
    'Agent secrets per user.',
  ),
  AGENT_SCANS_PER_MINUTE: setting(
    'agents.scansPerMinute',
    wholeNumber(1, 1_000_000),
    '600',
    'Scans per agent secret.',
  ),
};

/** How much may be stored, per user and per IP address. */
const quotas = {
  BULK_LIVE_RUNS: setting('bulk.liveRuns', wholeNumber(1, 1000), '3', 'Active bulk runs per user.'),
  BULK_STORED_RUNS: setting(
    'bulk.storedRuns',
    wholeNumber(1, 100_000),
    '200',
    'Stored bulk runs per user, including those that are done or canceled.',
  ),
  BULK_STORED_ROWS: setting(
    'bulk.storedRows',
    wholeNumber(1, 1_000_000_000),
    '3000000',
    'Rows stored in all bulk runs of a user.',
  ),
  BULK_STORED_MB: setting(
    'bulk.storedBytes',
    megabytes(1, 1_000_000),
    '2048',
    'Size of the rows and stored workbooks in all bulk runs of a user.',
  ),
  BULK_RUNS_PER_DAY_PER_ADDRESS: setting(
    'bulk.perAddressPerDay.runs',
    wholeNumber(1, 1_000_000),
    '2000',
    'New bulk runs per IP address.',
  ),
  BULK_ROWS_PER_DAY_PER_ADDRESS: setting(
    'bulk.perAddressPerDay.rows',
    wholeNumber(1, 1_000_000_000_000),
    '30000000',
    'Rows of bulk runs received per IP address.',
  ),
  BULK_MB_PER_DAY_PER_ADDRESS: setting(
    'bulk.perAddressPerDay.bytes',
    megabytes(1, 1_000_000_000),
    '10240',
    'Size of the rows and stored workbooks of bulk runs received per IP address.',
  ),
  AGENT_STORED_SCANS: setting(
    'agents.storedLimits.scans',
    wholeNumber(1, 100_000_000),
    '20000',
    'Stored agent scans per user.',
  ),
  AGENT_STORED_DEVICES: setting(
    'agents.storedLimits.devices',
    wholeNumber(1, 1_000_000_000),
    '2000000',
    'Devices in all stored agent scans of a user.',
  ),
  AGENT_DEVICES_PER_DAY_PER_ADDRESS: setting(
    'agents.devicesPerDayPerAddress',
    wholeNumber(1, 1_000_000_000_000),
    '2000000',
    'Devices in agent scans received per IP address.',
  ),
};

export const limits = { ...requests, ...rates, ...quotas };

export const retention = {
  BULK_RUN_DAYS: setting(
    'retention.bulkRunDays',
    wholeNumber(1, 3650),
    '7',
    'Days after which a bulk run is deleted, with its rows and results.',
  ),
  DISCOVERY_DAYS: setting(
    'retention.discoveryDays',
    wholeNumber(1, 3650),
    '90',
    'Days after which an agent scan is deleted, with its devices.',
  ),
  AUDIT_DAYS: setting(
    'retention.auditDays',
    wholeNumber(30, 3650),
    '90',
    'How long audit events can be read, also those of users who were deleted. They are deleted with their month, up to 31 days later.',
  ),
  SESSION_IDLE_DAYS: setting(
    'retention.sessionIdleDays',
    wholeNumber(1, 3650),
    '30',
    'Days without use after which a browser session ends.',
  ),
  USER_IDLE_DAYS: setting(
    'retention.userIdleDays',
    wholeNumber(1, 3650),
    '180',
    'Days without use after which a user is deleted, with all data.',
  ),
};
