import { Link } from '@tanstack/react-router';
import { Radar } from 'lucide-react';
import { Button } from '../../../ui/button/Button.tsx';
import { FoldedSection } from './FoldedSection.tsx';

const steps = [
  {
    title: 'Create agent secret',
    text: 'Use the section above. Create one per agent; each is shown only once.',
  },
  {
    title: 'Download the agent',
    text: 'Download it for a machine on the network you want to scan, and compare the SHA-256.',
  },
  {
    title: 'Run it',
    text: 'Use the quick start command, as Administrator on Windows or with sudo on macOS and Linux. Scanning 254 addresses takes a few seconds.',
  },
  {
    title: 'Review the results',
    text: 'The scan appears under Agent Discoveries. From there you can look up warranties or send devices to the predictor.',
  },
];

export function SetupSteps() {
  return (
    <FoldedSection title="Setup" hint="Four steps, from the secret to the results">
      <ol className="grid gap-x-6 gap-y-5 sm:grid-cols-2 xl:grid-cols-4">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent-strong text-sm tabular-nums"
            >
              {index + 1}
            </span>
            <div className="min-w-0">
              <h3 className="mt-1 font-medium">{title}</h3>
              <p className="mt-0.5 text-ink-2 text-sm">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <div className="mt-4">
        <Button asChild icon={Radar}>
          <Link to="/agent-discoveries">Agent Discoveries</Link>
        </Button>
      </div>
    </FoldedSection>
  );
}
