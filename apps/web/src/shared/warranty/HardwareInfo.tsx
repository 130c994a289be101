import type { WarrantyResult } from '@warranty/contracts/warranty';
import { DateText } from '../../ui/text/DateText.tsx';
import { Fact, FactList } from '../../ui/text/FactList.tsx';
import { hardwareFacts } from './hardware-facts.ts';

const inMono = ['serviceTag', 'productCode'];

export function HardwareInfo({ result }: { result: WarrantyResult }) {
  const facts = hardwareFacts(result);
  if (facts.length === 0) return <p className="text-ink-2">No additional hardware information available</p>;
  return (
    <FactList>
      {facts.map(({ field, label, value }) => (
        <Fact key={field} label={label}>
          {field === 'shipDate' ? (
            <DateText date={value} />
          ) : (
            <span className={inMono.includes(field) ? 'font-mono' : undefined}>{value}</span>
          )}
        </Fact>
      ))}
    </FactList>
  );
}
