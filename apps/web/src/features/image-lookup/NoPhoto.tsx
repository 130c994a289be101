import { Tag } from 'lucide-react';
import { useConfig } from '../../lib/config.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { drawLabel, labelSamples } from './sample-label.ts';

/** Empty state; with sample data it also offers sample labels to try. */
export function NoPhoto({ onFile }: { onFile: (file: File) => void }) {
  const samples = labelSamples(useConfig()?.samples ?? []);
  return (
    <EmptyState
      icon={<Tag aria-hidden size={24} />}
      title="No Photo Yet"
      action={
        samples.length > 0 && (
          <ul aria-label="Sample labels" className="flex flex-wrap justify-center gap-2">
            {samples.map((sample) => (
              <li key={sample.identifier} className="min-w-0">
                <Button size="sm" onClick={async () => onFile(await drawLabel(sample))}>
                  Try the label of <span className="font-mono">{sample.identifier}</span>{' '}
                  <span className="font-normal text-ink-2">{sample.label}</span>
                </Button>
              </li>
            ))}
          </ul>
        )
      }
    >
      The serial number and warranty of the device appear here.
    </EmptyState>
  );
}
