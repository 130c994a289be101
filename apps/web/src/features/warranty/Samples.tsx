import { useState } from 'react';
import { formatNumber } from '../../lib/format/format-number.ts';
import { Button } from '../../ui/button/Button.tsx';
import { firstSamples, type Sample, sampleLabel } from './samples.ts';

interface SamplesProps {
  samples: Sample[];
  disabled: boolean;
  onTry: (sample: Sample) => void;
  /** Stacked, at full width. */
  rows?: boolean;
}

/** Devices in the sample data, each looked up with one click. */
export function Samples({ samples, disabled, onTry, rows = false }: SamplesProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? samples : firstSamples(samples);
  return (
    <ul
      aria-label="Sample devices"
      className={rows ? 'grid gap-2 sm:grid-cols-2 lg:grid-cols-1' : 'flex flex-wrap justify-center gap-2'}
    >
      {shown.map((sample) => (
        <li key={`${sample.manufacturer} ${sample.identifier}`} className="min-w-0">
          <Button
            size="sm"
            disabled={disabled}
            onClick={() => onTry(sample)}
            className={rows ? 'w-full justify-start! text-left!' : undefined}
          >
            Try <span className="font-mono">{sample.identifier}</span>{' '}
            <span className="font-normal text-ink-2">{sampleLabel(sample)}</span>
          </Button>
        </li>
      ))}
      {shown.length < samples.length && (
        <li>
          <Button size="sm" variant="ghost" onClick={() => setWhole(true)}>
            {formatNumber(samples.length - shown.length)} more
          </Button>
        </li>
      )}
    </ul>
  );
}
