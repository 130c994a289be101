import { type ReactNode, useId } from 'react';
import { formatCount } from '../../../lib/format/format-number.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import type { Assets } from './use-assets.ts';

interface StepCardProps {
  title: string;
  assets: Assets;
  /** At the end of the title row. */
  action?: ReactNode;
  children: ReactNode;
}

/** A step of the bulk prediction, with its file. */
export function StepCard({ title, assets: { name, read }, action, children }: StepCardProps) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className="gap-6 p-5">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 id={id} tabIndex={-1} className="font-semibold text-lg focus-visible:outline-none">
            {title}
          </h2>
          <p className="mt-1 wrap-anywhere text-ink-2">
            {`${name}: ${formatCount(read.rows, 'row')}, ${formatCount(read.columns, 'column')}`}
          </p>
        </div>
        {action}
      </div>
      {children}
    </Card>
  );
}
