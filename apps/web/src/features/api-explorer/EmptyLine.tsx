import type { ReactNode } from 'react';
import { type IconOf, renderIcon } from '../../ui/icon.tsx';

interface EmptyLineProps {
  icon: IconOf;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

/** A compact empty state. Only the response, which comes first, has a large one. */
export function EmptyLine({ icon, title, children, action }: EmptyLineProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control border border-line border-dashed px-4 py-3">
      <span className="shrink-0 text-ink-3">{renderIcon(icon, 20)}</span>
      <div className="min-w-0 flex-[1_1_14rem]">
        <h3 className="font-medium">{title}</h3>
        <p className="text-ink-2">{children}</p>
      </div>
      {action}
    </div>
  );
}
