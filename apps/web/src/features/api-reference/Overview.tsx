import { Link } from '@tanstack/react-router';
import type { Guide } from '@warranty/contracts/core/openapi';
import { KeyRound } from 'lucide-react';
import { Button } from '../../ui/button/Button.tsx';
import { CodeExamples } from './CodeExamples.tsx';
import { EndpointName } from './EndpointName.tsx';
import { EntryLink } from './EntryLink.tsx';
import type { EntryGroup } from './entries.ts';
import { Prose } from './Prose.tsx';

interface OverviewProps {
  guide: Guide;
  groups: readonly EntryGroup[];
}

/** How to call the API, then every endpoint with its summary. */
export function Overview({ guide, groups }: OverviewProps) {
  return (
    <div className="space-y-10">
      <section className="space-y-4">
        <h2 className="font-semibold text-xl">{guide.title}</h2>
        {guide.paragraphs.map((text) => (
          <p key={text} className="max-w-180 wrap-anywhere text-ink-2">
            <Prose>{text}</Prose>
          </p>
        ))}
        <Button asChild icon={KeyRound} className="print:hidden">
          <Link to="/external-api">Create an access token</Link>
        </Button>
        <CodeExamples label="the first call" examples={guide.examples} />
      </section>
      <section className="space-y-8">
        <h2 className="font-semibold text-xl">All endpoints</h2>
        {groups.map((group) => (
          <GroupIndex key={group.name} group={group} />
        ))}
      </section>
    </div>
  );
}

function GroupIndex({ group: { name, description, entries } }: { group: EntryGroup }) {
  return (
    <section>
      <h3 className="font-semibold text-lg">{name}</h3>
      <p className="mt-0.5 text-ink-2">{description}</p>
      <ul className="mt-3 divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {entries.map((entry) => (
          <li key={entry.anchor}>
            <EntryLink
              anchor={entry.anchor}
              className="block px-4 py-2.5 hover:bg-hover focus-visible:-outline-offset-2"
            >
              <span className="block wrap-anywhere font-mono text-accent-strong text-sm">
                <EndpointName {...entry} />
              </span>{' '}
              <span className="mt-0.5 block text-ink-2 text-sm">{entry.operation.summary}</span>
            </EntryLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
