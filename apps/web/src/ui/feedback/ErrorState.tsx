import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../button/Button.tsx';

interface ErrorStateProps {
  /** What happened. */
  title: string;
  level?: 2 | 3;
  /** What to do. */
  children: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
}

export function ErrorState({ title, level = 2, children, onRetry, retrying = false }: ErrorStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div
      role="alert"
      className="flex flex-col items-center rounded-card border border-line bg-surface px-6 py-12 text-center"
    >
      <div className="grid size-12 place-items-center rounded-full bg-expired-soft text-expired">
        <CircleAlert aria-hidden size={24} />
      </div>
      <Heading className="mt-4 text-balance wrap-anywhere font-semibold text-lg">{title}</Heading>
      <p className="mt-1 max-w-120 text-balance text-ink-2">{children}</p>
      {onRetry && (
        <div className="mt-4">
          <Button icon={RotateCw} busy={retrying} onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}
