import { FoldedSection } from './FoldedSection.tsx';
import { commandOptions } from './platforms.ts';

export function CommandOptions() {
  return (
    <FoldedSection title="Command-line options" hint="Of the agent and of both scripts">
      <dl className="divide-y divide-line rounded-card border border-line bg-surface">
        {commandOptions.map(({ option, text }) => (
          <div key={option} className="grid gap-x-6 gap-y-0.5 px-5 py-2.5 sm:grid-cols-[10rem_minmax(0,1fr)]">
            <dt>
              <code className="font-medium">{option}</code>
            </dt>
            <dd className="text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
    </FoldedSection>
  );
}
