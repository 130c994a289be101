import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

export function NoResults({ samples }: { samples: ReactNode }) {
  return (
    <EmptyState icon={<Search aria-hidden size={24} />} title="No Results Yet" action={samples}>
      Enter a model number and manufacturer above to get started
    </EmptyState>
  );
}

/** Placeholder while the first result loads. */
export function ResultSkeleton() {
  return (
    <Card className="animate-appear-late gap-4 p-5">
      <Skeleton className="h-7 w-56" />
      <Skeleton className="h-5 w-40" />
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {['start', 'end', 'level', 'days'].map((fact) => (
          <Skeleton key={fact} className="h-11" />
        ))}
      </div>
      <Skeleton className="h-32" />
    </Card>
  );
}
