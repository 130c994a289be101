import type { ReactNode } from 'react';
import { type IconOf, renderIcon } from '../icon.tsx';

interface EmptyStateProps {
  icon: IconOf;
  title: string;
  level?: 2 | 3;
  /** One sentence about what will appear here. */
  children: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon, title, level = 2, children, action }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="flex flex-col items-center rounded-card border border-line border-dashed px-6 py-12 text-center">
      <div className="grid size-12 place-items-center rounded-full bg-sunken text-ink-3">
        {renderIcon(icon, 24)}
      </div>
      <Heading className="mt-4 text-balance font-semibold text-lg">{title}</Heading>
      <p className="mt-1 max-w-100 text-balance text-ink-2">{children}</p>
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
