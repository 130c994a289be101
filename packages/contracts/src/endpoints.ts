import * as accessTokens from './access-tokens.ts';
import * as agents from './agents.ts';
import * as apiExplorer from './api-explorer.ts';
import * as apiTester from './api-tester.ts';
import * as bulkLookup from './bulk-lookup.ts';
import type { Endpoint } from './endpoint.ts';
import * as imageLookup from './image-lookup.ts';
import * as purchaseDate from './purchase-date.ts';
import * as session from './session.ts';
import * as system from './system.ts';
import * as vendorKeys from './vendor-keys.ts';
import * as warranty from './warranty.ts';

/** All endpoints, in the order of the reference page. */
export const endpoints: readonly Endpoint[] = [
  session.startSession,
  session.readSession,
  session.forgetBrowser,
  session.createRecoveryCode,
  session.recoverSession,
  warranty.lookupWarranty,
  bulkLookup.lookupItems,
  bulkLookup.previewCsv,
  bulkLookup.enhanceCsv,
  bulkLookup.createBulkRun,
  bulkLookup.listBulkRuns,
  bulkLookup.uploadBulkSource,
  bulkLookup.readBulkRun,
  bulkLookup.deleteBulkRun,
  bulkLookup.readBulkResults,
  bulkLookup.readBulkReport,
  bulkLookup.downloadBulkFile,
  bulkLookup.cancelBulkRun,
  bulkLookup.retryBulkRun,
  bulkLookup.resumeBulkRun,
  bulkLookup.readProgress,
  bulkLookup.deleteProgress,
  imageLookup.extractLabel,
  imageLookup.lookupLabelWarranty,
  purchaseDate.predictSingle,
  purchaseDate.analyzeAssets,
  purchaseDate.predictBulk,
  vendorKeys.listVendorKeys,
  vendorKeys.saveVendorKey,
  vendorKeys.testVendorKey,
  vendorKeys.deleteVendorKeys,
  accessTokens.listAccessTokens,
  accessTokens.createAccessToken,
  accessTokens.updateAccessToken,
  accessTokens.revokeAccessToken,
  agents.listAgentDownloads,
  agents.downloadAgent,
  agents.downloadAgentScript,
  agents.listAgentSecrets,
  agents.createAgentSecret,
  agents.revokeAgentSecret,
  agents.sendDiscovery,
  agents.listDiscoveries,
  agents.readDiscovery,
  apiExplorer.readCatalog,
  apiTester.callVendorOperation,
  system.readConfig,
  system.openApiDocument,
  system.apiReference,
  system.requestFrame,
  system.liveness,
  system.readiness,
];
