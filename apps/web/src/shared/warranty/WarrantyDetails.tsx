import type { WarrantyResult } from '@warranty/contracts/warranty';
import { CircleAlert } from 'lucide-react';
import { CopyButton } from '../../ui/button/CopyButton.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { Fact, FactList } from '../../ui/text/FactList.tsx';
import { coverageLabels, coverageNote, startNote } from './coverage-labels.ts';
import { Entitlements } from './Entitlements.tsx';
import { coverageNow } from './warranty-status.ts';

export function WarrantyDetails({ result, now }: { result: WarrantyResult; now: Date }) {
  const { status, daysRemaining } = coverageNow(result, now);
  const words = coverageLabels[result.coverKind];
  const note = coverageNote(result);
  const noStart = startNote(result);
  return (
    <div className="space-y-6">
      <FactList>
        <Fact label={words.start}>
          <DateOrNone date={result.startDate} copyLabel="Copy start date" />
          {!result.startDate && noStart && (
            <span className="basis-full font-normal text-ink-2 text-xs">{noStart}</span>
          )}
        </Fact>
        <Fact label={words.end}>
          <DateOrNone date={result.endDate} copyLabel="Copy end date" />
        </Fact>
        <Fact label="Service Level">{result.serviceLevel || 'N/A'}</Fact>
        {daysRemaining !== null && (
          <Fact label="Days Remaining">
            <Days days={daysRemaining} isExpiring={status === 'expiring'} />
          </Fact>
        )}
      </FactList>
      {note && <Alert title={note} />}
      {result.allEntitlements.length > 0 && <Entitlements result={result} now={now} />}
      {(result.description || result.manufacturerEvidence) && (
        <section aria-labelledby="why-this-date">
          <h3 id="why-this-date" className="font-semibold">
            {result.endDate ? 'Why this date' : 'Why no date'}
          </h3>
          {result.description && <p className="mt-1 max-w-180">{result.description}</p>}
          {result.manufacturerEvidence && (
            <p className="mt-1 max-w-180 text-ink-2 text-sm">
              Manufacturer: {result.manufacturer}. {result.manufacturerEvidence}
            </p>
          )}
        </section>
      )}
    </div>
  );
}

function DateOrNone({ date, copyLabel }: { date: string | null; copyLabel: string }) {
  if (!date) return <span className="flex min-h-7 items-center">N/A</span>;
  return (
    <>
      <DateText date={date} />
      <span className="print:hidden">
        <CopyButton text={date} label={copyLabel} iconOnly size="sm" />
      </span>
    </>
  );
}

function Days({ days, isExpiring }: { days: number; isExpiring: boolean }) {
  const shown = <span className="tabular-nums">{days.toLocaleString('en-US')}</span>;
  if (!isExpiring) return shown;
  return (
    <span className="inline-flex items-center gap-1 rounded-sm bg-expiring-soft px-1.5 text-expiring">
      <CircleAlert aria-hidden size={14} />
      {shown}
      <span className="sr-only">, expiring soon</span>
    </span>
  );
}
