import { detectManufacturer, normalizeManufacturer } from '@warranty/domain/detect-manufacturer';
import { readIdentifier } from '@warranty/domain/identifiers';
import { toVendorSerial } from '@warranty/domain/vendor-serial';
import { AppError } from '../../platform/http/app-error.ts';
import type { LookupTarget } from './result.ts';

/** Turns the input into something that can be looked up, or throws. No vendor is called before this. */
export function identify(typed: string, chosenManufacturer: string | undefined): LookupTarget {
  const given = chosenManufacturer?.trim() || undefined;
  const chosen = given ? normalizeManufacturer(given) : null;
  const read = readIdentifier(typed, chosen ? { manufacturer: chosen.name } : {});
  const input = typed.trim();
  if (read.kind === 'empty') {
    const details = [{ path: 'body.modelNumber', message: 'Model number is required' }];
    throw new AppError('invalid_request', { details });
  }
  if (read.kind === 'placeholder') throw new AppError('placeholder_identifier', { values: { input } });
  if (read.kind === 'other') throw new AppError('not_a_serial', { values: { input } });

  const evidence = read.kind === 'model' ? { model: read.text } : { identifier: read.value };
  const { manufacturer, known, sentence } = detectManufacturer(given ? { given, ...evidence } : evidence);
  if (manufacturer === null) throw new AppError('maker_unknown', { values: { input } });
  if (!known) throw new AppError('maker_not_supported', { values: { vendor: manufacturer } });
  if (read.kind === 'model') throw new AppError('needs_serial', { values: { vendor: manufacturer, input } });
  return {
    identifier: toVendorSerial(manufacturer, read.value),
    manufacturer,
    manufacturerEvidence: sentence,
  };
}
