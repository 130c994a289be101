import * as accessTokens from './access-tokens.ts';
import * as bulkLookup from './bulk-lookup.ts';
import type { Endpoint } from './endpoint.ts';
import * as imageLookup from './image-lookup.ts';
import * as session from './session.ts';
import * as system from './system.ts';
import * as vendorKeys from './vendor-keys.ts';
import * as warranty from './warranty.ts';

/** Every endpoint of the product, in the order the reference page shows them. */
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
  vendorKeys.listVendorKeys,
  vendorKeys.saveVendorKey,
  vendorKeys.testVendorKey,
  vendorKeys.deleteVendorKeys,
  accessTokens.listAccessTokens,
  accessTokens.createAccessToken,
  accessTokens.updateAccessToken,
  accessTokens.revokeAccessToken,
  system.readConfig,
  system.openApiDocument,
  system.apiReference,
  system.liveness,
  system.readiness,
];
