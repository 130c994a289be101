import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Details } from '../../ui/Details.tsx';
import { AccuracyBlocks } from './AccuracyBlocks.tsx';

/** The figures behind the claim in the page header, which links here. */
export function AccuracyDetails({ isOpen }: { isOpen: boolean }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: 'start' });
  }, [isOpen]);
  return (
    <section
      id="measured"
      ref={section}
      tabIndex={-1}
      aria-label="Prediction accuracy"
      className="border-line border-t pt-4"
    >
      <Details key={String(isOpen)} defaultOpen={isOpen} summary="Prediction accuracy">
        <div className="space-y-3 text-ink-2">
          <AccuracyBlocks heading="Accuracy" />
          <Link
            to="/purchase-date-predictor/accuracy"
            className="inline-flex min-h-6 items-center text-accent underline decoration-1 underline-offset-4 hover:text-accent-strong pointer-coarse:min-h-11"
          >
            Detailed measurements and limitations
          </Link>
        </div>
      </Details>
    </section>
  );
}
