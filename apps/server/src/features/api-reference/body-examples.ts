import { createAccessToken, updateAccessToken } from '@warranty/contracts/access-tokens';
import { createAgentSecret, sendDiscovery } from '@warranty/contracts/agents';
import { callVendorOperation } from '@warranty/contracts/api-tester';
import { createBulkRun, enhanceCsv, previewCsv, retryBulkRun } from '@warranty/contracts/bulk-lookup';
import type { CallInput, Endpoint } from '@warranty/contracts/core/endpoint';
import { extractLabel, lookupLabelWarranty } from '@warranty/contracts/image-lookup';
import { lookupItems } from '@warranty/contracts/lookup-items';
import { analyzeAssets, predictBulk, predictSingle } from '@warranty/contracts/purchase-date';
import { recoverSession, startSession } from '@warranty/contracts/session';
import { saveVendorKey, testVendorKey } from '@warranty/contracts/vendor-keys';
import { lookupWarranty } from '@warranty/contracts/warranty';

type BodyOf<E extends Endpoint> = CallInput<E> extends { body?: infer Body } ? Body : never;

function example<E extends Endpoint>(endpoint: E, body: BodyOf<E>): [Endpoint, unknown] {
  return [endpoint, body];
}

const fieldMapping = { modelNumber: 'Serial Number', manufacturer: 'Manufacturer' };

const assets = [
  { 'Asset Tag': 'A-1041', Model: 'Dell OptiPlex 7090', 'Purchase Date': '2021-09-14' },
  { 'Asset Tag': 'A-1042', Model: 'Dell OptiPlex 7090', 'Purchase Date': '' },
];

const key = { vendor: 'lenovo', keyType: 'api_key', keyValue: 'YOUR_API_KEY' } as const;

/** A PNG file of one pixel, to be replaced by a photo. */
const smallestImage =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const scannedAt = '2026-11-15T09:30:00.000Z';
const agent = { agent_id: 'office-north', platform: 'linux', hostname: 'scanner-01', version: '1.2.0' };
const device = { ip: '10.77.0.2', hostname: 'reception', mac: '02:77:00:00:00:02', open_ports: [22, 443] };

/** A body that each endpoint accepts, with a device that this installation can look up. A test sends them. */
export function bodyExamples(serial: string): ReadonlyMap<Endpoint, unknown> {
  const rows = [{ 'Serial Number': serial, Manufacturer: 'Dell', Location: 'Office North' }];
  return new Map([
    example(lookupWarranty, { modelNumber: serial, manufacturer: 'Dell' }),
    example(lookupItems, {
      items: [{ serialNumber: serial, manufacturer: 'Dell' }],
    }),
    example(previewCsv, { csvData: rows, fieldMapping }),
    example(enhanceCsv, { csvData: rows, fieldMapping, fileName: 'devices.csv' }),
    example(createBulkRun, { fieldMapping, fileName: 'devices.csv' }),
    example(retryBulkRun, { vendors: ['Dell'], outcomes: ['failed', 'not-processed'] }),
    example(extractLabel, { image: smallestImage, mimeType: 'image/png' }),
    example(lookupLabelWarranty, { serialNumber: serial, manufacturer: 'Dell' }),
    example(predictSingle, { assetDescription: `Dell OptiPlex 7090, service tag ${serial}` }),
    example(analyzeAssets, { csvData: assets }),
    example(predictBulk, { csvData: assets }),
    example(createAgentSecret, { name: 'Office North' }),
    example(sendDiscovery, {
      agent_info: agent,
      scan_timestamp: scannedAt,
      devices: [{ ...device, timestamp: scannedAt, agent_id: agent.agent_id, serial }],
      total_devices: 1,
    }),
    example(createAccessToken, { tokenName: 'Nightly report' }),
    example(updateAccessToken, { isActive: false }),
    example(saveVendorKey, key),
    example(testVendorKey, key),
    example(callVendorOperation, {
      vendor: 'dell',
      operation: 'asset-entitlements',
      parameters: { servicetags: serial },
      auth: { type: 'oauth2', clientId: 'YOUR_CLIENT_ID', clientSecret: 'YOUR_CLIENT_SECRET' },
    }),
    example(startSession, {}),
    example(recoverSession, { recoveryCode: 'YOUR_RECOVERY_CODE' }),
  ]);
}
