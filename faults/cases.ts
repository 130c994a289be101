import { abandonedWork } from './cases/abandoned-work.ts';
import { tokenAllowance, tokenSwitchedOff, tokenUses } from './cases/access-tokens.ts';
import { agentScanRepeated, agentSecretRevoked } from './cases/agents.ts';
import { alerts } from './cases/alerts.ts';
import { backupOfMillion, backupUnderLoad } from './cases/backup.ts';
import { bulkApple } from './cases/bulk-apple.ts';
import { bulkCancelled, bulkFairness } from './cases/bulk-commands.ts';
import { bulkApiKilled, bulkPostgresKilled, bulkWorkersKilled, bulkZombie } from './cases/bulk-kills.ts';
import { bulkDuplicates, bulkPoison, bulkSweeps } from './cases/bulk-queue.ts';
import { bulkSpreadsheet } from './cases/bulk-spreadsheet.ts';
import { bulkBusy, bulkKeys, bulkMalformedReplies, bulkOutage, bulkPoisonRows } from './cases/bulk-vendor.ts';
import { helmChart } from './cases/chart.ts';
import { cleanClone } from './cases/clean-clone.ts';
import { absentClients, absentClientsBehindProxy } from './cases/clients.ts';
import { clockSkew } from './cases/clock-skew.ts';
import { composeUpgrade } from './cases/compose.ts';
import { connectionsCut, halfOpen, poolExhausted } from './cases/connections.ts';
import { crowdedAddress } from './cases/crowded-address.ts';
import { dailyLimit } from './cases/daily-limit.ts';
import { diskFull } from './cases/disk-full.ts';
import { lintedDockerfile } from './cases/dockerfile.ts';
import { leaderKilled } from './cases/failover.ts';
import { randomRequests } from './cases/fuzz.ts';
import { gracefulStop } from './cases/graceful-stop.ts';
import { greedyVisitors } from './cases/greedy-visitors.ts';
import { hangingWork } from './cases/hanging-work.ts';
import { hostileWorkbooks, largeBodies } from './cases/hostile-files.ts';
import { hostileVisitors } from './cases/hostile-visitors.ts';
import { containers } from './cases/image.ts';
import { hostilePhotos, readerLost, readersBusy } from './cases/images.ts';
import { installDocs } from './cases/install-docs.ts';
import { workerKilled, workerStopped } from './cases/jobs.ts';
import { lostReply } from './cases/lost-reply.ts';
import { memoryLimited } from './cases/memory-limit.ts';
import { startedWithNice } from './cases/niceness.ts';
import { devReloads } from './cases/npm-dev.ts';
import { startAsAnother, startAsRoot } from './cases/npm-start.ts';
import { behindPooler, manyBehindPooler } from './cases/pooler.ts';
import { postgresKilled } from './cases/postgres.ts';
import { predictionsBusy, predictionsUnderLoad } from './cases/predictions.ts';
import { readerSandbox } from './cases/reader-sandbox.ts';
import { relayHostile, relaySlowAndLarge } from './cases/relay.ts';
import { releases } from './cases/release.ts';
import { runLoops } from './cases/run-loops.ts';
import { scanFinds, scanUnprivileged } from './cases/scan.ts';
import { scanFlood } from './cases/scan-flood.ts';
import { scanUploads } from './cases/scan-upload.ts';
import { concurrentMigrations, sharedDatabase } from './cases/several-processes.ts';
import { soak } from './cases/soak.ts';
import { logUnread, loopStalled, slowCommits } from './cases/stalls.ts';
import { npmStopped, secondSignal, workerDrains } from './cases/stopping.ts';
import { tabLeaves, twoTabs } from './cases/tabs.ts';
import { unreadReplies } from './cases/unread-replies.ts';
import { concurrentUploads, uploadsAndKills } from './cases/uploads.ts';
import { parallelLookups, vendorBusy, vendorHangs, vendorOutage } from './cases/vendor.ts';
import { vendorDrift } from './cases/vendor-drift.ts';
import { keyRotation, merakiRateLimit } from './cases/vendor-keys.ts';
import { vendorNetwork } from './cases/vendor-network.ts';
import { twoVersions } from './cases/versions.ts';
import { workbookResults } from './cases/workbook-results.ts';
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
  behindPooler,
  manyBehindPooler,
  twoVersions,
  bulkSpreadsheet,
  backupUnderLoad,
  backupOfMillion,
  cleanClone,
  alerts,
  npmStopped,
  secondSignal,
  connectionsCut,
  halfOpen,
  poolExhausted,
  diskFull,
  lostReply,
  loopStalled,
  logUnread,
  slowCommits,
  vendorNetwork,
  clockSkew,
  memoryLimited,
  scanFlood,
  twoTabs,
  tabLeaves,
  vendorDrift,
  workerDrains,
  bulkPoisonRows,
  leaderKilled,
  containers,
  installDocs,
  releases,
  composeUpgrade,
  helmChart,
  lintedDockerfile,
  absentClients,
  absentClientsBehindProxy,
  unreadReplies,
  abandonedWork,
  startedWithNice,
  hostileWorkbooks,
  largeBodies,
  soak,
  crowdedAddress,
  runLoops,
  hangingWork,
  workbookResults,
];
