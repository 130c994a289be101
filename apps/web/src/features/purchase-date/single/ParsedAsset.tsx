import type { OriginalAsset } from '@warranty/contracts/purchase-date';
import { formatDate } from '../../../lib/format/format-date.ts';
import { Fact, FactList } from '../../../ui/text/FactList.tsx';

const labels = [
  ['Type', 'typeName'],
  ['Manufacturer', 'manufacturer'],
  ['Model', 'modelNumber'],
  ['Serial number', 'serialNumber'],
  ['Warranty end', 'warrantyExpire'],
  ['Purchase date', 'purchaseDate'],
] as const;

type Field = (typeof labels)[number][1];

/** In the form of all other dates on the page. */
function shownValue(asset: OriginalAsset, field: Field): string {
  const value = asset[field] ?? '';
  return field === 'warrantyExpire' || field === 'purchaseDate' ? formatDate(value) : value;
}

/** Shows how the description was parsed, so that users notice mistakes. */
export function ParsedAsset({ asset }: { asset: OriginalAsset }) {
  const known = labels.filter(([, field]) => asset[field]);
  return (
    <section>
      <h3 className="mb-2 font-semibold">Recognized details</h3>
      {known.length === 0 ? (
        <p className="text-ink-2">No manufacturer, model, serial number or date was recognized.</p>
      ) : (
        <FactList narrow>
          {known.map(([label, field]) => (
            <Fact key={field} label={label}>
              <span className={field === 'serialNumber' ? 'font-mono' : undefined}>
                {shownValue(asset, field)}
              </span>
            </Fact>
          ))}
        </FactList>
      )}
    </section>
  );
}
