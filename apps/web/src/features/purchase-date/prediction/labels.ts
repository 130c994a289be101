import type {
  Confidence,
  EvidenceKind,
  Prediction,
  PredictionMethod,
} from '@warranty/contracts/purchase-date';
import { formatDate } from '../../../lib/format/format-date.ts';

export const confidenceLabels: Record<Confidence, string> = { high: 'High', medium: 'Medium', low: 'Low' };

/** For dates that were not predicted. */
export const knownLabel = 'In your file';

export const methodLabels: Record<PredictionMethod, string> = {
  exact_match: 'Exact match',
  similar_assets: 'Similar assets',
  warranty_based: 'Warranty based',
  fallback_estimate: 'Fallback estimate',
  ai_warranty_analysis: 'AI warranty analysis',
  ai_pattern_analysis: 'AI pattern analysis',
  ai_age_estimation: 'AI age estimation',
  error_fallback: 'Failed to process',
};

export const evidenceLabels: Record<EvidenceKind, string> = {
  'own-lookup': 'Your own lookup',
  'vendor-date': 'Vendor ship date',
  'own-date': 'Date in your file',
  'same-serial': 'Same serial number',
  'serial-code': 'Serial number code',
  'warranty-end': 'Warranty end',
  'tag-neighbors': 'Neighboring asset tags',
  'serial-neighbors': 'Neighboring serial numbers',
  'same-model': 'Same model',
  'same-family': 'Same family',
  'model-window': 'Model production dates',
  'cpu-generation': 'Processor generation',
  'type-and-maker': 'Type and manufacturer',
};

export const yearOf = (date: string | null): string => date?.slice(0, 4) ?? 'Unknown';

/** "3 Nov 2020 to 5 Feb 2021". */
export function periodOf({ from, to }: NonNullable<Prediction['interval']>): string {
  return from === to ? formatDate(to) : `${formatDate(from)} to ${formatDate(to)}`;
}
