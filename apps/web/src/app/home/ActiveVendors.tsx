import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, UserRound } from 'lucide-react';
import { Badge } from '../../ui/text/Badge.tsx';

interface ActiveVendorsProps {
  /** Null if the configuration is not available. */
  dellReady: boolean | null;
  userVendors: string[];
}

export function ActiveVendors({ dellReady, userVendors }: ActiveVendorsProps) {
  return (
    <section aria-labelledby="active-vendors" className="flex flex-wrap items-center gap-2">
      <h2 id="active-vendors" className="mr-1 font-medium text-ink-2 text-sm">
        Active vendors
      </h2>
      {dellReady === null ? <Badge tone="neutral">Dell (System)</Badge> : <SystemVendor ready={dellReady} />}
      {userVendors.map((vendor) => (
        <Badge key={vendor} tone="accent" icon={UserRound}>
          {vendor} (User)
        </Badge>
      ))}
      {userVendors.length === 0 && (
        <Link
          to="/api-keys"
          className="text-ink-2 text-sm underline decoration-line-strong underline-offset-4 hover:text-ink"
        >
          Configure additional vendor keys to enable more lookups
        </Link>
      )}
    </section>
  );
}

function SystemVendor({ ready }: { ready: boolean }) {
  return ready ? (
    <Badge tone="active" icon={CircleCheck}>
      Dell (System)
    </Badge>
  ) : (
    <Badge tone="unknown" icon={CircleAlert}>
      Dell (System): not set up
    </Badge>
  );
}
