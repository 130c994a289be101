import type { WarrantyResult } from '@warranty/contracts/warranty';
import { HardwareInfo } from './HardwareInfo.tsx';
import { hardwareFacts } from './hardware-facts.ts';
import { SourceText } from './SourceText.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { verdictFor } from './verdict.ts';
import { WarrantyDetails } from './WarrantyDetails.tsx';
import { statusNow } from './warranty-status.ts';

/** A result as the individual lookup shows it, for the pages of other features. */
export default function WarrantyView({ result, now }: { result: WarrantyResult; now: Date }) {
  const { source, hardware } = result;
  return (
    <div className="space-y-6">
      <div>
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <p className="min-w-0 text-balance font-semibold text-xl tabular-nums">{verdictFor(result, now)}</p>
          <StatusBadge status={statusNow(result, now)} noCoverage={result.noCoverage} />
        </div>
        {hardware.systemDescription && <p className="mt-1 wrap-anywhere">{hardware.systemDescription}</p>}
        {source && (
          <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <SourceText source={source} now={now} />
          </p>
        )}
      </div>
      <WarrantyDetails result={result} now={now} />
      {hardwareFacts(result).length > 0 && (
        <section aria-labelledby="hardware-info">
          <h3 id="hardware-info" className="mb-2 font-semibold">
            Hardware Info
          </h3>
          <HardwareInfo result={result} />
        </section>
      )}
    </div>
  );
}
