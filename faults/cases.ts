import { tokenAllowance, tokenSwitchedOff, tokenUses } from './cases/access-tokens.ts';
import { agentScanRepeated, agentSecretRevoked } from './cases/agents.ts';
import { bulkApple } from './cases/bulk-apple.ts';
import { bulkCancelled, bulkFairness } from './cases/bulk-commands.ts';
import { bulkApiKilled, bulkPostgresKilled, bulkWorkersKilled, bulkZombie } from './cases/bulk-kills.ts';
import { bulkDuplicates, bulkPoison, bulkSweeps } from './cases/bulk-queue.ts';
import { bulkSpreadsheet } from './cases/bulk-spreadsheet.ts';
import { bulkBusy, bulkKeys, bulkMalformedReplies, bulkOutage } from './cases/bulk-vendor.ts';
import { cleanClone } from './cases/clean-clone.ts';
import { dailyLimit } from './cases/daily-limit.ts';
import { randomRequests } from './cases/fuzz.ts';
import { gracefulStop } from './cases/graceful-stop.ts';
import { greedyVisitors } from './cases/greedy-visitors.ts';
import { hostileVisitors } from './cases/hostile-visitors.ts';
import { hostilePhotos, readerLost, readersBusy } from './cases/images.ts';
import { workerKilled, workerStopped } from './cases/jobs.ts';
import { devReloads } from './cases/npm-dev.ts';
import { startAsAnother, startAsRoot } from './cases/npm-start.ts';
import { postgresKilled } from './cases/postgres.ts';
import { predictionsBusy, predictionsUnderLoad } from './cases/predictions.ts';
import { readerSandbox } from './cases/reader-sandbox.ts';
import { relayHostile, relaySlowAndLarge } from './cases/relay.ts';
import { scanFinds, scanUnprivileged } from './cases/scan.ts';
import { scanUploads } from './cases/scan-upload.ts';
import { concurrentMigrations, sharedDatabase } from './cases/several-processes.ts';
import { concurrentUploads, uploadsAndKills } from './cases/uploads.ts';
import { parallelLookups, vendorBusy, vendorHangs, vendorOutage } from './cases/vendor.ts';
import { keyRotation, merakiRateLimit } from './cases/vendor-keys.ts';
import type { Fault } from './fault.ts';

export const cases: Fault[] = [
  sharedDatabase,
  workerKilled,
  workerStopped,
  postgresKilled,
  gracefulStop,
  concurrentMigrations,
  startAsRoot,
  startAsAnother,
  devReloads,
  parallelLookups,
  vendorBusy,
  vendorOutage,
  vendorHangs,
  dailyLimit,
  keyRotation,
  merakiRateLimit,
  bulkWorkersKilled,
  bulkApiKilled,
  bulkPostgresKilled,
  bulkZombie,
  bulkDuplicates,
  bulkPoison,
  bulkOutage,
  bulkBusy,
  bulkKeys,
  bulkMalformedReplies,
  bulkApple,
  bulkCancelled,
  bulkFairness,
  bulkSweeps,
  hostilePhotos,
  readerLost,
  readersBusy,
  readerSandbox,
  tokenSwitchedOff,
  tokenAllowance,
  tokenUses,
  relayHostile,
  relaySlowAndLarge,
  predictionsUnderLoad,
  predictionsBusy,
  agentSecretRevoked,
  agentScanRepeated,
  scanFinds,
  scanUnprivileged,
  scanUploads,
  concurrentUploads,
  uploadsAndKills,
  randomRequests,
  hostileVisitors,
  greedyVisitors,
  bulkSpreadsheet,
  cleanClone,
];
