import { tokenAllowance, tokenSwitchedOff, tokenUses } from './cases/access-tokens.ts';
import { agentScanRepeated, agentSecretRevoked } from './cases/agents.ts';
import { bulkCancelled, bulkFairness } from './cases/bulk-commands.ts';
import { bulkApiKilled, bulkPostgresKilled, bulkWorkersKilled, bulkZombie } from './cases/bulk-kills.ts';
import { bulkDuplicates, bulkPoison, bulkSweeps } from './cases/bulk-queue.ts';
import { bulkSpreadsheet } from './cases/bulk-spreadsheet.ts';
import { bulkBusy, bulkKeys, bulkOddAnswers, bulkOutage } from './cases/bulk-vendor.ts';
import { cleanClone } from './cases/clean-clone.ts';
import { randomRequests } from './cases/fuzz.ts';
import { gracefulStop } from './cases/graceful-stop.ts';
import { hostileVisitors } from './cases/hostile-visitors.ts';
import { hostilePhotos, readerLost, readersBusy } from './cases/images.ts';
import { workerKilled, workerStopped } from './cases/jobs.ts';
import { devReloads } from './cases/npm-dev.ts';
import { startAsAnother, startAsRoot } from './cases/npm-start.ts';
import { postgresKilled } from './cases/postgres.ts';
import { predictionsBeside, predictionsBusy } from './cases/predictions.ts';
import { relayDrip, relayHostile } from './cases/relay.ts';
import { scanFinds, scanOthers } from './cases/scan.ts';
import { scanUploads } from './cases/scan-upload.ts';
import { oneDatabase, tenMigrating } from './cases/several-processes.ts';
import { uploadsAndKills, uploadsAtOnce } from './cases/uploads.ts';
import { parallelLookups, vendorBusy, vendorHangs, vendorOutage } from './cases/vendor.ts';
import { keyRotation, merakiPace } from './cases/vendor-keys.ts';
import type { Fault } from './fault.ts';

export const cases: Fault[] = [
  oneDatabase,
  workerKilled,
  workerStopped,
  postgresKilled,
  gracefulStop,
  tenMigrating,
  startAsRoot,
  startAsAnother,
  devReloads,
  parallelLookups,
  vendorBusy,
  vendorOutage,
  vendorHangs,
  keyRotation,
  merakiPace,
  bulkWorkersKilled,
  bulkApiKilled,
  bulkPostgresKilled,
  bulkZombie,
  bulkDuplicates,
  bulkPoison,
  bulkOutage,
  bulkBusy,
  bulkKeys,
  bulkOddAnswers,
  bulkCancelled,
  bulkFairness,
  bulkSweeps,
  hostilePhotos,
  readerLost,
  readersBusy,
  tokenSwitchedOff,
  tokenAllowance,
  tokenUses,
  relayHostile,
  relayDrip,
  predictionsBeside,
  predictionsBusy,
  agentSecretRevoked,
  agentScanRepeated,
  scanFinds,
  scanOthers,
  scanUploads,
  uploadsAtOnce,
  uploadsAndKills,
  randomRequests,
  hostileVisitors,
  bulkSpreadsheet,
  cleanClone,
];
