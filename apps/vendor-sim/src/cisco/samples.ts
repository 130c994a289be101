import { dayAt } from '../dates.ts';
import { type Change, changed, readSamples } from '../sample-list.ts';
import { apiError, type CoverOf, coverageRow, type SerialRow, unknownRow } from './row.ts';
import list from './samples.json' with { type: 'json' };

interface SampleOf extends Pick<CoverOf, 'warrantyType'> {
  unknown?: 'list' | 'object';
  /** The code and the text. */
  error?: [string, string];
  contract?: string;
  warranty?: string;
  row?: Change;
}

export const SAMPLES = readSamples<SampleOf, SerialRow>(list, (of, today, serial) => {
  const { unknown, error, contract, warranty, warrantyType = 'limited' } = of;
  if (unknown) return unknownRow(serial, unknown);
  if (error) return { sr_no: serial, ErrorResponse: { APIError: [apiError(...error)] } };
  const row = coverageRow(serial, today, {
    warrantyType,
    ...(contract ? { contract: dayAt(today, contract, 'none') } : {}),
    ...(warranty ? { warranty: dayAt(today, warranty) } : {}),
  });
  return changed(row, of.row);
});
