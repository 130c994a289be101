import { ArrowRight, Building2 } from 'lucide-react';
import { addressIn, handle as current } from '../../lib/browser/organization.ts';
import type { Session } from '../../shared/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Badge } from '../../ui/text/Badge.tsx';

type Organizations = NonNullable<Session['organizations']>;

/** The organizations of the person, each with a link to its Home. */
export function OrganizationsSection({ organizations }: { organizations: Organizations }) {
  return (
    <section aria-labelledby="organizations" className="space-y-4">
      <div>
        <h2 id="organizations" className="font-semibold text-lg">
          Organizations
        </h2>
        <p className="mt-0.5 max-w-180 text-ink-2">
          Each has its own keys, runs and scans. Two tabs can show two organizations.
        </p>
      </div>
      {organizations.length === 0 ? (
        <EmptyState icon={Building2} title="You are not in an organization yet" level={3}>
          Ask an admin of your organization for a link.
        </EmptyState>
      ) : (
        <ul
          aria-labelledby="organizations"
          className="divide-y divide-line rounded-card border border-line bg-surface"
        >
          {organizations.map((organization) => (
            <Row key={organization.handle} {...organization} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ handle, name, role }: Organizations[number]) {
  return (
    <li className="flex items-center justify-between gap-x-3 px-5 py-3">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span className="min-w-0 wrap-anywhere">{name}</span>
          {handle === current && <Badge tone="accent">This page</Badge>}
        </h3>
        <p className="mt-0.5 wrap-anywhere text-ink-2 text-sm">
          You are {role === 'admin' ? 'an admin' : `a ${role}`},{' '}
          <span className="font-mono">/o/{handle}</span>
        </p>
      </div>
      <div className="-mr-3 shrink-0">
        {/* Another organization is another page: it is loaded again. */}
        <Button asChild variant="ghost" size="sm" icon={ArrowRight}>
          <a href={addressIn(handle, '/')} aria-label={`Open ${name}`}>
            Open
          </a>
        </Button>
      </div>
    </li>
  );
}
