import type { Correction } from '@warranty/contracts/bulk-lookup';
import type { CorrectedField, EnrichmentValues } from './enrichment-values.ts';

/** What the user gave for a row. It is used instead of the cells. */
export type RowCorrection = Omit<Correction, 'row'>;

export function correctionsByRow(corrections: readonly Correction[]): ReadonlyMap<number, RowCorrection> {
  return new Map(corrections.map(({ row, ...correction }) => [row, correction]));
}

/** Those that were corrected in any row. */
export function correctedFields(corrections: readonly RowCorrection[]): CorrectedField[] {
  const hasIdentifiers = corrections.some(({ identifier }) => identifier !== undefined);
  const hasManufacturers = corrections.some(({ manufacturer }) => manufacturer !== undefined);
  return [
    ...(hasIdentifiers ? (['correctedIdentifier'] as const) : []),
    ...(hasManufacturers ? (['correctedManufacturer'] as const) : []),
  ];
}

export function correctedValues({ identifier, manufacturer }: RowCorrection = {}): EnrichmentValues {
  return { correctedIdentifier: identifier ?? null, correctedManufacturer: manufacturer ?? null };
}
