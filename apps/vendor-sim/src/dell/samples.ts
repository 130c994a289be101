import { dayAt } from '../dates.ts';
import { randomFor } from '../random.ts';
import { type Change, changed, readSamples, termsAt } from '../sample-list.ts';
import type { Country } from './dates.ts';
import { LAPTOP, SERVER, SWITCH } from './models.ts';
import { type AssetRow, type CoverOf, type Entitlement, entitlement, fullHeader, unknownRow } from './row.ts';
import list from './samples.json' with { type: 'json' };
import type { ServiceName } from './services.ts';

const MODELS = { laptop: LAPTOP, server: SERVER, switch: SWITCH };

interface SampleOf {
  unknown?: true;
  /** Without one it is the United Kingdom, whose days are those of UTC. */
  country?: Country;
  model?: keyof typeof MODELS;
  shipped?: string;
  /** With the type and the number of digits after the seconds of the end. */
  entitlements?: string[];
  row?: Change;
  /** How every entitlement differs. */
  entitlement?: Change;
}

function entitlementsAt(today: number, of: SampleOf): Entitlement[] {
  const { country = 'GB', entitlements = [] } = of;
  return termsAt<ServiceName>(today, entitlements).map(({ name, from, to, more }) => {
    const [type = 'INITIAL', digits = '0'] = more;
    const cover = { country, from, to, type: type as Required<CoverOf>['type'], digits: Number(digits) };
    return changed(entitlement(name, cover), of.entitlement);
  });
}

export const SAMPLES = readSamples<SampleOf, AssetRow>(list, (of, today, tag) => {
  if (of.unknown) return changed(unknownRow(tag), of.row);
  const { country = 'GB', model = 'laptop', shipped = '+0d' } = of;
  const id = randomFor(tag).int(100_000_000, 999_999_999);
  const header = fullHeader(tag, { id, model: MODELS[model], country, shipDay: dayAt(today, shipped) });
  return changed({ ...header, entitlements: entitlementsAt(today, of) }, of.row);
});
