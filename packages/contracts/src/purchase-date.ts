import * as z from 'zod/mini';
import { forLookups } from './access.ts';
import { callerErrors } from './core/caller-errors.ts';
import { defineEndpoint, json, largeJson } from './core/endpoint.ts';
import { exampleSerial } from './core/example.ts';
import { count, text } from './core/fields.ts';

/** Maximum number of rows per request. */
export const maxPredictionRows = 100_000;

export const confidences = ['high', 'medium', 'low'] as const;
export type Confidence = (typeof confidences)[number];

/** The `ai_` methods are used only if the operator configured an AI service. */
export const predictionMethods = [
  'exact_match',
  'similar_assets',
  'warranty_based',
  'fallback_estimate',
  'ai_warranty_analysis',
  'ai_pattern_analysis',
  'ai_age_estimation',
  'error_fallback',
] as const;
export type PredictionMethod = (typeof predictionMethods)[number];

/** Kinds of evidence for a purchase date, the most certain first. */
export const evidenceKinds = [
  'own-lookup',
  'vendor-date',
  'own-date',
  'same-serial',
  'serial-code',
  'warranty-end',
  'tag-neighbors',
  'serial-neighbors',
  'same-model',
  'same-family',
  'model-window',
  'cpu-generation',
  'type-and-maker',
] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

const day = z.string().check(z.describe('yyyy-mm-dd'));
const share = z.number().check(z.describe('0 to 1'));

/** The asset as it appears in the file. */
const originalAsset = z.object({
  serialNumber: text,
  typeName: text,
  manufacturer: text,
  modelNumber: text,
  warrantyExpire: text,
  purchaseDate: text,
});
export type OriginalAsset = z.output<typeof originalAsset>;

const matchedAsset = z.object({ assetId: z.string(), serialNumber: text, purchaseDate: day });
export type MatchedAsset = z.output<typeof matchedAsset>;

const evidence = z.object({
  kind: z.enum(evidenceKinds),
  date: z.nullable(day).check(z.describe('The date suggested by this evidence alone')),
  range: z
    .nullable(z.object({ from: day, to: day }))
    .check(z.describe('The 90% interval suggested by this evidence alone')),
  weight: share.check(z.describe('Its weight in the estimate; all weights add up to 1')),
  sentence: z.string(),
});
export type PredictionEvidence = z.output<typeof evidence>;

export const prediction = z.object({
  assetId: z.string().check(z.describe('Asset ID from the file, or its row: row-1 is the first')),
  originalAsset,
  isKnown: z.boolean().check(z.describe('The date is in the file, so nothing was predicted')),
  predictedPurchaseDate: z.nullable(day).check(z.describe('Null only if the method is error_fallback')),
  confidence: z.enum(confidences),
  method: z.enum(predictionMethods),
  explanation: z.string(),
  interval: z.nullable(z.object({ from: day, to: day })).check(z.describe('The 90% interval')),
  evidence: z.array(evidence).check(z.describe('Highest weight first')),
  conflicts: z.array(z.string()).check(z.describe('Conflicts in the evidence, as sentences')),
  matchedAssets: z
    .array(matchedAsset)
    .check(z.describe('Up to five assets in the file that support the estimate')),
  alternativeDates: z
    .array(z.object({ date: day, method: z.enum(predictionMethods), confidence: share }))
    .check(z.describe('Prediction by each type of evidence alone')),
});
export type Prediction = z.output<typeof prediction>;

const warrantyPattern = z.object({
  manufacturer: z.string(),
  typeName: z.string(),
  avgWarrantyYears: z.number(),
  sampleSize: count,
});

/** The error when each known date of the file is predicted from the others. */
const backTest = z.object({
  assets: count,
  medianErrorMonths: z.number(),
  withinOneYear: share,
  sentence: z.string().check(z.describe('For example: Median error 4 months on 312 assets.')),
});
export type BackTest = z.output<typeof backTest>;

const suspiciousDate = z.object({
  assetId: z.string(),
  serialNumber: text,
  date: z.string().check(z.describe('As it was entered')),
  sentence: z.string().check(z.describe('What is wrong with it')),
});
export type SuspiciousDate = z.output<typeof suspiciousDate>;

export const assetAnalysis = z.object({
  analysis: z.object({
    totalAssets: count,
    assetsWithPurchaseDates: count.check(z.describe('Plausible dates; the rest are in suspiciousDates')),
    assetsWithWarrantyDates: count,
    manufacturerDistribution: z.record(z.string(), count),
    typeDistribution: z.record(z.string(), count),
    averageWarrantyPeriod: z.nullable(z.number()).check(z.describe('Years')),
    commonPatterns: z.array(warrantyPattern),
  }),
  insights: z.object({
    dataQuality: z.object({
      completenessScore: z.number().check(z.describe('0 to 100')),
      recommendedApproach: z.string().check(z.describe('A sentence')),
      columns: z
        .array(z.object({ field: z.string(), column: z.string() }))
        .check(z.describe('Which column of the file was read as what')),
    }),
    predictionCapability: z.object({ expectedAccuracy: z.string().check(z.describe('A sentence')) }),
    backTest: z.nullable(backTest).check(z.describe('Null if too few dates are known')),
    suspiciousDates: z.array(suspiciousDate).check(z.describe('The first hundred')),
    suspiciousDatesCount: count,
  }),
});
export type AssetAnalysis = z.output<typeof assetAnalysis>;

/** Known dates are counted apart from predicted ones. */
export const predictionCounts = z.object({
  total: count,
  known: count.check(z.describe('Rows with a plausible date in the file')),
  predicted: count.check(z.describe('All other rows; high, medium and low add up to them')),
  high: count,
  medium: count,
  low: count,
  sentence: z.string().check(z.describe('For example: 368 dates predicted, 1,632 were in your file.')),
});
export type PredictionCounts = z.output<typeof predictionCounts>;

/** What the lookups that the caller has made before contribute. */
const ownDates = z.object({
  found: count.check(z.describe('Serial numbers whose date is known from your lookups, runs and scans')),
  sentence: z.string(),
});
export type OwnDates = z.output<typeof ownDates>;

/** The result of the vendor lookups, if they were requested. */
const vendorDates = z.object({
  asked: count.check(z.describe('Serial numbers looked up with a vendor')),
  found: count.check(z.describe('Of these, with a ship date')),
  sentence: z.string(),
});
export type VendorDates = z.output<typeof vendorDates>;

const useVendorDates = z
  .optional(z.boolean())
  .check(z.describe('Ask vendors for the ship dates of serial numbers that you have not looked up before'));

const foundDates = {
  ownDates: z.nullable(ownDates).check(z.describe('Null if your lookups have no date for these devices')),
  vendorDates: z.nullable(vendorDates).check(z.describe('Null if no vendor had to be asked')),
};

const common = {
  method: 'POST',
  ...forLookups,
  group: 'Purchase dates',
  // Only predicts; nothing is stored.
  audit: null,
  errors: [...callerErrors, 'predictor_busy', 'prediction_stopped'],
} as const;

export const predictSingle = defineEndpoint({
  ...common,
  path: '/api/purchase-date/single',
  summary: 'Predict the purchase date of one asset from a description',
  body: z.object({
    assetDescription: z
      .string()
      .check(z.trim(), z.minLength(1, 'Asset description is required'), z.maxLength(4000)),
    useVendorDates,
  }),
  example: { body: { assetDescription: `Dell OptiPlex 7090, service tag ${exampleSerial}` } },
  reply: json(z.object({ prediction, ...foundDates })),
});

const cell = z.nullable(z.union([z.string(), z.number(), z.boolean()]));

const csvData = z
  .array(z.record(z.string(), cell))
  .check(z.maxLength(maxPredictionRows), z.describe('One object per row, cells by column name'));

const exampleAssets = [
  { 'Asset Tag': 'A-1041', Model: 'Dell OptiPlex 7090', 'Purchase Date': '2021-09-14' },
  { 'Asset Tag': 'A-1042', Model: 'Dell OptiPlex 7090', 'Purchase Date': '' },
];

const ofFile = {
  ...common,
  bodyLimit: 64 * 1024 * 1024,
  bodyAsBytes: true,
  errors: [...callerErrors, 'too_many_assets', 'predictor_busy', 'prediction_stopped'],
} as const;

export const analyzeAssets = defineEndpoint({
  ...ofFile,
  path: '/api/purchase-date/analyze',
  summary: 'Analyze a file of assets and its expected prediction accuracy',
  body: z.object({ csvData }),
  example: { body: { csvData: exampleAssets } },
  reply: largeJson(assetAnalysis),
});

export const predictBulk = defineEndpoint({
  ...ofFile,
  path: '/api/purchase-date/predict-bulk',
  summary: 'Predict the purchase date of every asset in a file, in row order',
  body: z.object({ csvData, useVendorDates }),
  example: { body: { csvData: exampleAssets } },
  reply: largeJson(z.object({ predictions: z.array(prediction), counts: predictionCounts, ...foundDates })),
});
