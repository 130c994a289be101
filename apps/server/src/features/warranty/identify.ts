import { readIdentifier } from '@warranty/domain/identifiers';
import { detectMaker, normaliseMaker } from '@warranty/domain/manufacturer';
import { serialOf } from '@warranty/domain/vendor-serial';
import { AppError } from '../../platform/http/app-error.ts';
import type { Asked } from './result.ts';

const applePage = 'https://checkcoverage.apple.com';

/** What was typed as something that can be looked up, or why it cannot. Nothing is asked of anybody before this. */
export function identify(typed: string, manufacturer: string | undefined): Asked {
  const given = manufacturer?.trim() || undefined;
  const chosen = given ? normaliseMaker(given) : null;
  const read = readIdentifier(typed, chosen ? { dell: chosen.name === 'Dell' } : {});
  const input = typed.trim();
  if (read.kind === 'empty') {
    const details = [{ path: 'body.modelNumber', message: 'Model number is required' }];
    throw new AppError('invalid_request', { details });
  }
  if (read.kind === 'placeholder') throw new AppError('placeholder_identifier', { values: { input } });

  const evidence = read.kind === 'model' ? { model: read.text } : { identifier: read.value };
  const { maker, known, sentence } = detectMaker(given ? { given, ...evidence } : evidence);
  if (maker === null) throw new AppError('maker_unknown', { values: { input } });
  if (!known) throw new AppError('maker_not_supported', { values: { vendor: maker } });
  if (read.kind === 'model') throw new AppError('needs_serial', { values: { vendor: maker, input } });
  if (maker === 'Apple')
    throw new AppError('vendor_without_lookup', { values: { vendor: maker, page: applePage } });
  return { identifier: serialOf(maker, read.value), maker, makerEvidence: sentence };
}
