import type { OriginalAsset } from '@warranty/contracts/purchase-date';
import { Fact, FactList } from '../../ui/FactList.tsx';

const labels = [
  ['Type', 'typeName'],
  ['Manufacturer', 'manufacturer'],
  ['Model', 'modelNumber'],
  ['Serial number', 'serialNumber'],
  ['Warranty end', 'warrantyExpire'],
  ['Purchase date', 'purchaseDate'],
] as const;

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
              <span className={field === 'serialNumber' ? 'font-mono' : undefined}>{asset[field]}</span>
            </Fact>
          ))}
        </FactList>
      )}
    </section>
  );
}
