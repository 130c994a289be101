import { CircleCheck, type LucideIcon, TriangleAlert, Wrench } from 'lucide-react';
import { formatCount } from '../../../lib/format/format-number.ts';
import { Spinner } from '../../../ui/feedback/Spinner.tsx';
import { Details } from '../../../ui/layout/Details.tsx';
import { Badge } from '../../../ui/text/Badge.tsx';
import { FindingRows, type RowCorrections } from './FindingRows.tsx';
import type { Finding } from './row-findings.ts';

const looks: Record<Finding['kind'], { Icon: LucideIcon; ink: string; word: string }> = {
  fine: { Icon: CircleCheck, ink: 'text-active', word: 'OK' },
  repaired: { Icon: Wrench, ink: 'text-accent-strong', word: 'Fixed' },
  look: { Icon: TriangleAlert, ink: 'text-expiring', word: 'Needs review' },
};

interface FileChecklistProps extends RowCorrections {
  findings: readonly Finding[];
  /** The rows are still being reviewed. */
  isReviewing: boolean;
}

/** Findings about the file, shown before it is processed. Those about single rows list them. */
export function FileChecklist({ findings, isReviewing, ...rowCorrections }: FileChecklistProps) {
  const looksNeeded = findings.filter(({ kind }) => kind === 'look').length;
  const repairs = findings.filter(({ kind }) => kind === 'repaired').length;
  const { size } = rowCorrections.corrections;
  return (
    <section aria-labelledby="file-check">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id="file-check" className="font-semibold">
          File check
        </h3>
        {repairs > 0 && <Badge tone="accent">{formatCount(repairs, 'repair')}</Badge>}
        {looksNeeded > 0 && <Badge tone="expiring">{formatCount(looksNeeded, 'warning')}</Badge>}
        {size > 0 && <Badge tone="active">{formatCount(size, 'correction')} by you</Badge>}
      </div>
      <ul className="mt-2 grid gap-x-8 gap-y-2 sm:grid-cols-2">
        {findings.map((finding) =>
          finding.listed ? null : (
            <li key={`${finding.title} ${finding.text}`} className="flex min-w-0 items-start gap-2">
              <FindingText {...finding} />
            </li>
          ),
        )}
        {isReviewing && (
          <li className="flex items-center gap-2 text-ink-2">
            <Spinner size={16} /> Checking identifiers and duplicates
          </li>
        )}
      </ul>
      <ul className="mt-2 space-y-1">
        {findings.map((finding) =>
          finding.listed ? (
            <li key={finding.title + finding.text}>
              <Details
                isLong
                summary={
                  <span className="flex min-w-0 items-start gap-2 py-0.5">
                    <FindingText {...finding} />
                  </span>
                }
              >
                <FindingRows listed={finding.listed} name={finding.title} {...rowCorrections} />
              </Details>
            </li>
          ) : null,
        )}
      </ul>
    </section>
  );
}

function FindingText({ kind, title, text }: Finding) {
  const { Icon, ink, word } = looks[kind];
  return (
    <>
      <Icon aria-hidden size={16} className={`mt-0.5 shrink-0 ${ink}`} />
      <span className="min-w-0 wrap-anywhere text-base">
        <span className="sr-only">{word}: </span>
        <span className="font-medium text-ink">{title}</span> <span className="text-ink-2">{text}</span>
      </span>
    </>
  );
}
