import { readIdentifier } from '@warranty/domain/identifiers';
import { detectMaker } from '@warranty/domain/manufacturer';
import { AppError } from '../../platform/http/app-error.ts';
import type { Asked } from './result.ts';

const applePage = 'https://checkcoverage.apple.com';

/** What was typed as something that can be looked up, or why it cannot. Nothing is asked of anybody before this. */
export function identify(typed: string, manufacturer: string | undefined): Asked {
  const given = manufacturer?.trim() || undefined;
  const first = readIdentifier(typed);
  if (first.kind === 'empty')
    throw new AppError('invalid_request', {
      details: [{ path: 'body.modelNumber', message: 'Model number is required' }],
    });
  if (first.kind === 'placeholder')
    throw new AppError('placeholder_identifier', { values: { input: typed.trim() } });

  const detected = detectMaker({
    ...(given ? { given } : {}),
    ...(first.kind === 'model' ? { model: first.text } : { identifier: first.value }),
  });
  const { maker, known, sentence } = detected;
  if (maker === null) throw new AppError('maker_unknown', { values: { input: typed.trim() } });
  if (!known) throw new AppError('maker_not_supported', { values: { vendor: maker } });
  if (first.kind === 'model')
    throw new AppError('needs_serial', { values: { vendor: maker, input: typed.trim() } });
  if (maker === 'Apple')
    throw new AppError('vendor_without_lookup', { values: { vendor: maker, page: applePage } });
  if (maker !== 'Dell') throw new AppError('vendor_keys_missing', { values: { vendor: maker } });

  const read = readIdentifier(typed, { dell: true });
  const identifier = read.kind === 'serial' || read.kind === 'express-code' ? read.value : first.value;
  return { identifier, maker, makerEvidence: sentence };
}
