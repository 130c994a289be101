import { CircleCheck, TriangleAlert, Wrench } from 'lucide-react';
import { formatCount } from '../../../lib/format-number.ts';
import { Badge } from '../../../ui/Badge.tsx';
import type { Finding } from './checklist.ts';

const looks = {
  fine: { Icon: CircleCheck, ink: 'text-active', word: 'OK' },
  repaired: { Icon: Wrench, ink: 'text-accent-strong', word: 'Fixed' },
  look: { Icon: TriangleAlert, ink: 'text-expiring', word: 'Needs review' },
};

/** Findings about the file, shown before it is processed. */
export function FileChecklist({ findings }: { findings: readonly Finding[] }) {
  const looksNeeded = findings.filter(({ kind }) => kind === 'look').length;
  const repairs = findings.filter(({ kind }) => kind === 'repaired').length;
  return (
    <section aria-labelledby="file-check">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id="file-check" className="font-semibold">
          File check
        </h3>
        {repairs > 0 && <Badge tone="accent">{formatCount(repairs, 'repair')}</Badge>}
        {looksNeeded > 0 && <Badge tone="expiring">{formatCount(looksNeeded, 'warning')}</Badge>}
      </div>
      <ul className="mt-2 grid gap-x-8 gap-y-2 sm:grid-cols-2">
        {findings.map(({ kind, title, text }) => {
          const { Icon, ink, word } = looks[kind];
          return (
            <li key={`${title} ${text}`} className="flex min-w-0 items-start gap-2">
              <Icon aria-hidden size={16} className={`mt-0.5 shrink-0 ${ink}`} />
              <p className="min-w-0 wrap-anywhere">
                <span className="sr-only">{word}: </span>
                <span className="font-medium">{title}</span> <span className="text-ink-2">{text}</span>
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
