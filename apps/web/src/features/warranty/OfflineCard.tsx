import { CloudOff, RotateCw } from 'lucide-react';
import type { Ref } from 'react';
import { Button } from '../../ui/button/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import type { Outcome } from './outcome.ts';

interface OfflineCardProps {
  outcome: Outcome;
  busy: boolean;
  onRetry: () => void;
  headingRef: Ref<HTMLHeadingElement>;
}

/** A lookup that could not be sent. The bar at the bottom of the page offers to send it when the connection is back. */
export function OfflineCard({
  outcome: { request, result, offline },
  busy,
  onRetry,
  headingRef,
}: OfflineCardProps) {
  return (
    <Card as="section" aria-labelledby="result" className="p-5">
      <div className="flex items-start gap-4">
        <span className="hidden size-10 shrink-0 place-items-center rounded-full bg-expiring-soft text-expiring sm:grid">
          <CloudOff aria-hidden size={20} />
        </span>
        <div className="min-w-0 flex-1">
          <h2
            id="result"
            ref={headingRef}
            tabIndex={-1}
            className="scroll-mb-48 rounded-sm font-semibold text-xl focus-visible:outline-offset-0"
          >
            {offline === 'saved' ? 'Saved for Later' : 'Not Sent'}
          </h2>
          <p className="mt-0.5 wrap-anywhere text-ink-2">
            {request.manufacturer} <span className="font-mono">{request.modelNumber}</span>
          </p>
          <p className="mt-3 max-w-180">{result.error}</p>
          <div className="mt-4 print:hidden">
            <Button icon={<RotateCw aria-hidden size={16} />} disabled={busy} onClick={onRetry}>
              Try again
            </Button>
          </div>
        </div>
      </div>
    </Card>
  );
}
