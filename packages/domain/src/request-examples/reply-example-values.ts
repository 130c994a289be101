import { publicVendorBases } from '@warranty/contracts/vendors';
import { list } from '../list.ts';

export const exampleTime = '2026-11-18T09:30:00.000Z';
const id = '0f8f1c1e-7d55-4c0a-9d6a-5c2f5a1b7e01';

/** A value, after the names of the fields that have it. */
type Rows<Value> = readonly (readonly [names: string, value: Value])[];

const byName = <Value>(rows: Rows<Value>): Map<string, Value> =>
  new Map(rows.flatMap(([names, value]) => list(names).map((name) => [name, value] as const)));

/** Values by the name of their field, or of it and the field around it. All of them are made up. */
export const exampleTexts: ReadonlyMap<string, string> = byName([
  ['id, progressId, lookupId, session_id, targetId, requestId, uuid', id],
  ['userId', 'demo-user-4k7m2x9qa'],
  ['at', exampleTime],
  ['agentId, agent_id, boundAgentId, lastAgentId', 'office-north'],
  ['hostname', 'reception-pc'],
  ['ip', '192.0.2.20'],
  ['mac', '02:77:00:00:00:02'],
  ['openPorts', '[22,443]'],
  ['platform', 'linux'],
  ['version', '1.2.0'],
  ['os', 'Windows 11'],
  [
    'modelNumber, serialNumber, serial, serviceTag, identifier, barcodeData, cells, originalRows value',
    '7XK2P93',
  ],
  ['manufacturer, vendor, provider, manufacturerDistribution key', 'Dell'],
  ['vendors', 'dell'],
  ['model, hardware, systemDescription, productLineDescription', 'OptiPlex 7090'],
  ['productCode', 'OPT7090'],
  ['productFamily', 'OptiPlex'],
  ['productLobDescription', 'Desktops'],
  ['localChannel', 'Direct'],
  ['countryCode', 'US'],
  ['entitlementType', 'INITIAL'],
  ['serviceLevelDescription, serviceLevel', 'ProSupport Next Business Day'],
  ['operation', 'asset-entitlements'],
  ['partNumber', '0XY12Z'],
  ['typeName, typeDistribution key', 'Desktop'],
  ['startDate', '2023-03-30'],
  ['endDate, warrantyExpire, enrichedRows value, after, value', '2028-03-29'],
  ['endsAt', '2028-03-30T00:00:00.000Z'],
  ['shipDate, purchaseDate, predictedPurchaseDate, date', '2023-03-28'],
  ['from', '2023-01-01'],
  ['to', '2023-12-31'],
  ['month', '2028-03'],
  ['description', 'The latest end date of the hardware entitlements'],
  ['manufacturerEvidence', 'given'],
  ['fileName', 'devices.csv'],
  ['column, enrichedRows key', 'Warranty End Date'],
  ['columns, key', 'Serial Number'],
  ['enrichedCSV', 'Serial Number,Warranty End Date\r\n7XK2P93,2028-03-29\r\n'],
  ['before, error', ''],
  ['tokenName, actorName, targetName', 'Nightly report'],
  ['name', 'Office North'],
  ['storedKeys description', 'Office North account'],
  ['pathParams name', 'runId'],
  ['pathParams description', 'The ID of the run'],
  ['queryParams name', 'filter'],
  ['queryParams description', 'Only these rows'],
  ['items id', 'bulk-runs'],
  ['items label', 'Bulk runs'],
  ['expiresAt', '2026-11-25T09:30:00.000Z'],
  ['maskedToken', 'wlt_Ab12...9xYz'],
  ['rawToken', 'wlt_...'],
  ['maskedSecret', 'wla_Ab12...9xYz'],
  ['rawSecret', 'wla_...'],
  ['recoveryCode', 'XXXX-XXXX-XXXX-XXXX-XXXX-XXXX-XXXX'],
  ['browser', 'Chrome on Windows'],
  ['keyTypes key', 'api_key'],
  ['keyTypes value', 'abcd...wxyz'],
  ['headers key', 'content-type'],
  ['headers value', 'application/json'],
  ['details key', 'vendor'],
  ['details value', 'lenovo'],
  ['assetId', 'A-1041'],
  ['field', 'purchaseDate'],
  ['label', 'Example'],
  ['note', 'Deleted after 7 days, or when you delete the run.'],
  ['message', 'Done'],
  ['sentence, explanation', 'The serial number says that it was built in March 2023.'],
  ['reason', 'Next to the words "Service Tag"'],
  ['rawText', 'Service Tag: 7XK2P93'],
  ['expectedAccuracy', 'Within one year for most assets.'],
  ['recommendedApproach', 'Use the dates of similar assets.'],
  ['path', '/api/bulk-runs'],
  ['summary', 'List your bulk runs'],
  ['type', 'string'],
  ['choices', 'failed'],
  ['url, issuesUrl', 'https://example.com'],
  ['feedbackEmail', 'feedback@example.com'],
  ['sha256', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  ...Object.entries(publicVendorBases).map(([name, url]) => [name, String(url)] as const),
]);

export const exampleNumbers: ReadonlyMap<string, number> = byName([
  ['confidence', 0.96],
  ['weight', 0.8],
  ['withinOneYear', 0.9],
  ['medianErrorMonths', 4],
  ['avgWarrantyYears', 3],
  ['completenessScore, y', 80],
  ['x', 120],
  ['limit, status', 200],
  ['remaining', 199],
  ['auditDays, discoveryDays', 90],
  ['bulkRunDays', 7],
  ['sessionIdleDays', 30],
  ['size', 6_291_456],
  ['relayPorts', 443],
  [
    `
      ambiguous, conflicts, failed, guardedCells, laterRows, guessed, normalized, not-known,
      not-processed, nonDellFiltered, noCoverage, noticesCount, pending, skipped, suspiciousDatesCount
    `,
    0,
  ],
]);

/** What is true in a usual reply; everything else is false. */
export const trueNames: ReadonlySet<string> = new Set(
  list('counted, dellReady, isActive, isConfigured, isCurrent, required, success'),
);

/** Only in replies about problems, or about work that is not done. */
export const absentNames: ReadonlySet<string> = new Set(
  list(`
    clockDifferenceSeconds, conflicts, continuesAt, error, details, errorCode, leftOutBecause, laterAt,
    next, nextAfter, notices, page, rejected, retryAt, secondsLeft, warnings
  `),
);
