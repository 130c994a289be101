import { Button } from '../../ui/Button.tsx';

export interface Sample {
  identifier: string;
  label: string;
}

interface SamplesProps {
  samples: Sample[];
  disabled: boolean;
  onTry: (sample: Sample, byKeyboard: boolean) => void;
}

/** Devices of the sample data, each looked up with one press. */
export function Samples({ samples, disabled, onTry }: SamplesProps) {
  return (
    <ul aria-label="Sample devices" className="flex flex-wrap justify-center gap-2 in-[aside]:justify-start">
      {samples.map((sample) => (
        <li key={sample.identifier} className="min-w-0">
          <Button
            size="sm"
            disabled={disabled}
            onClick={(event) => onTry(sample, event.detail === 0)}
            className="flex-wrap gap-x-1.5!"
          >
            <span>
              Try <span className="font-mono">{sample.identifier}</span>
            </span>{' '}
            <span className="font-normal text-ink-2">{sample.label}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
