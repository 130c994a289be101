import type { ReactNode } from 'react';

/** Labels over values, as many beside each other as there is room for. */
export function FactList({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">{children}</dl>;
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-2 text-sm">{label}</dt>
      <dd className="mt-0.5 flex min-h-7 flex-wrap items-center gap-x-1 wrap-anywhere font-medium">
        {children}
      </dd>
    </div>
  );
}
