import { type FieldMapping, type ManufacturerStats, mappedFields } from '@warranty/contracts/field-mapping';
import { dateFields } from '@warranty/contracts/result-fields';
import { formatLabel, formatText } from '@warranty/domain/csv/dates';
import type { EnrichPlan } from '@warranty/domain/csv/enrich';
import type { ConfirmationSummary } from '@warranty/domain/csv/summary';
import type { ReactNode } from 'react';
import { formatCount, formatNumber } from '../../../lib/format/format-number.ts';
import { joinNames } from '../../../lib/format/join-names.ts';
import { useRetention } from '../../../shared/server/config.ts';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Badge } from '../../../ui/text/Badge.tsx';
import { fieldLabels } from '../file/field-labels.ts';
import { shorten } from '../shorten.ts';

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 font-semibold">{title}</h3>
      {children}
    </section>
  );
}

/** Undefined while counting. */
type Count = number | undefined;

function Counted({ count }: { count: Count }) {
  return count === undefined ? (
    <Skeleton className="inline-block h-5 w-14 align-middle" />
  ) : (
    formatNumber(count)
  );
}

/** "Up to", because a vendor may not know every device or every detail. */
export function SummaryFigures(props: { summary: ConfirmationSummary | undefined; toLookUp: Count }) {
  const figures: [label: string, count: Count, note?: string][] = [
    ['Total rows', props.summary?.totalRows],
    ['Rows to look up', props.toLookUp],
    ['Total updates', props.summary?.totalUpdates, 'up to'],
  ];
  return (
    <Part title="Summary">
      <dl className="grid gap-2 sm:grid-cols-3 sm:gap-3">
        {figures.map(([label, count, note]) => (
          <div
            key={label}
            className="min-w-0 rounded-control bg-sunken px-4 py-3 max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:py-2"
          >
            <dt className="text-ink-2 text-sm">{label}</dt>
            <dd className="font-semibold text-xl tabular-nums">
              {note && <span className="font-normal text-ink-2 text-sm">{note} </span>}
              <Counted count={count} />
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

/** What the user gave for single rows. */
export function Corrections({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p>
      <span className="font-medium">{formatCount(count, 'row')} corrected by you.</span>{' '}
      <span className="text-ink-2">
        The lookup uses your corrections. The cells in your file stay as they are; new columns show what was
        looked up instead.
      </span>
    </p>
  );
}

interface ManufacturerCountsProps {
  stats: ManufacturerStats | undefined;
  vendors: readonly string[];
}

/** How the manufacturer of each row was identified, and which rows are skipped. */
export function ManufacturerCounts({ stats, vendors }: ManufacturerCountsProps) {
  const counts = [
    ['Provided', stats?.provided, 'given in the file'],
    ['Normalized', stats?.normalized, 'given in a different spelling'],
    ['Guessed', stats?.guessed, 'from model or serial number'],
    ['Conflicts', stats?.conflicts, 'model or serial disagrees'],
    ['Skipped', stats?.skipped, 'no identifier or manufacturer'],
    [vendors.length > 1 ? 'Other manufacturers' : 'Non-Dell', stats?.nonDellFiltered, 'not processed'],
  ] as const;
  return (
    <Part title="Manufacturer detection">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 lg:grid-cols-6">
        {counts.map(([label, count, note]) => (
          <div key={label} className="min-w-0">
            <dt className="text-sm">{label}</dt>
            <dd>
              <span className="font-semibold text-lg tabular-nums">
                <Counted count={count} />
              </span>
              <span className="block text-ink-2 text-xs">{note}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

export function UpdatedFields({ summary, plan }: { summary: ConfirmationSummary; plan: EnrichPlan }) {
  const added = new Set(plan.targets.filter(({ kind }) => kind === 'added').map(({ column }) => column));
  const formats = new Map(
    plan.targets
      .filter(({ field }) => dateFields.some((date) => date === field))
      .map(({ column, format }) => [column, formatLabel(formatText(format))]),
  );
  const errors = plan.targets.find(({ field }) => field === 'error');
  const updated = summary.fieldUpdates.filter(({ updatesCount }) => updatesCount > 0);
  return (
    <Part title="Fields to be updated">
      {updated.length === 0 ? (
        <p className="text-ink-2">None. No row can be looked up, or there are no blank cells.</p>
      ) : (
        <ul className="grid gap-x-8 sm:grid-cols-2">
          {updated.map(({ fieldName, updatesCount }) => (
            <li key={fieldName} className="flex items-center gap-2 border-line border-b py-1.5">
              <span className="min-w-0 flex-1 wrap-anywhere">
                {shorten(fieldName, 60)}
                {formats.has(fieldName) && (
                  <span className="text-ink-2 text-sm"> as {formats.get(fieldName)}</span>
                )}
              </span>
              {added.has(fieldName) && <Badge>New</Badge>}
              <span className="text-ink-2 text-sm tabular-nums">up to {formatNumber(updatesCount)}</span>
            </li>
          ))}
        </ul>
      )}
      {errors && (
        <p className="mt-2 text-ink-2 text-xs">
          Rows without a result, including those that are not looked up, get the reason in {errors.column}.
        </p>
      )}
    </Part>
  );
}

export function ConfirmedMapping({ mapping }: { mapping: FieldMapping }) {
  return (
    <Part title="Detected mapping">
      <dl className="grid gap-x-8 sm:grid-cols-2">
        {mappedFields.flatMap((field) => {
          const column = mapping[field];
          if (column === undefined) return [];
          return [
            <div key={field} className="flex gap-4 border-line border-b py-1.5">
              <dt className="w-36 shrink-0 text-ink-2">{fieldLabels[field]}</dt>
              <dd className="min-w-0 wrap-anywhere">{shorten(column, 60)}</dd>
            </div>,
          ];
        })}
      </dl>
    </Part>
  );
}

/** The four steps of a run from the specification. */
export function ProcessingSteps({ vendors }: { vendors: readonly string[] }) {
  const { bulkRunDays } = useRetention();
  const steps = [
    'We identify each row’s manufacturer from the file, the model or the serial number.',
    `Warranties of ${joinNames(vendors)} devices are looked up. Other rows only get the reason.`,
    'We fill blank and new cells with the results. Existing values are never overwritten.',
    `You review every change and download the file. It stays available for ${formatCount(bulkRunDays, 'day')}, even if you close this tab.`,
  ];
  return (
    <Part title="What happens next">
      <ol className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-6 shrink-0 place-items-center rounded-full border border-line bg-sunken font-medium text-xs tabular-nums"
            >
              {index + 1}
            </span>
            <span className="min-w-0">{step}</span>
          </li>
        ))}
      </ol>
    </Part>
  );
}
