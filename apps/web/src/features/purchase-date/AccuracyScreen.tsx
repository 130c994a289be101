import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { AccuracyBlocks } from './AccuracyBlocks.tsx';

const sections = ['Accuracy', 'Measurements in detail', 'Limitations'];

export default function AccuracyScreen() {
  return (
    <>
      <ScreenHeader back={<BackToPredictor />} />
      {sections.map((heading) => (
        <section key={heading} aria-label={heading} className="mt-8 space-y-3 text-ink-2">
          <h2 className="font-semibold text-ink text-lg">{heading}</h2>
          <AccuracyBlocks heading={heading} />
        </section>
      ))}
    </>
  );
}

function BackToPredictor() {
  return (
    <Link
      to="/purchase-date-predictor"
      className="inline-flex min-h-6 items-center gap-1.5 text-ink-2 hover:text-ink"
    >
      <ArrowLeft aria-hidden size={14} />
      Back to the predictor
    </Link>
  );
}
