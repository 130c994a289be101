import { Link } from '@tanstack/react-router';
import { Radar } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';

const steps = [
  { title: 'Make an agent secret', text: 'Above, one for each place. It is shown once.' },
  {
    title: 'Download the agent',
    text: 'For the machine that stands in the network to be scanned. Compare the SHA-256.',
  },
  {
    title: 'Run it',
    text: 'With the quick start command: as Administrator on Windows, with sudo on macOS and Linux. A scan of 254 addresses takes seconds.',
  },
  {
    title: 'Look at what it found',
    text: 'The scan appears under Agent Discoveries. Look up warranties there, or hand devices to the predictor.',
  },
];

export function SetupSteps() {
  return (
    <section aria-labelledby="setup">
      <h2 id="setup" className="font-semibold text-lg">
        Setup
      </h2>
      <ol className="mt-3 grid gap-x-6 gap-y-5 sm:grid-cols-2 xl:grid-cols-4">
        {steps.map(({ title, text }, at) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent-strong text-sm tabular-nums"
            >
              {at + 1}
            </span>
            <div className="min-w-0">
              <h3 className="mt-1 font-medium">{title}</h3>
              <p className="mt-0.5 text-ink-2 text-sm">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <div className="mt-4">
        <Button asChild icon={<Radar aria-hidden size={16} />}>
          <Link to="/agent-discoveries">Agent Discoveries</Link>
        </Button>
      </div>
    </section>
  );
}
