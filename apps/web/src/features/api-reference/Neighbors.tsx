import { NeighborLinks } from '../../ui/NeighborLinks.tsx';
import { EndpointName } from './EndpointName.tsx';
import { EntryLink } from './EntryLink.tsx';
import type { Entry } from './entries.ts';

interface NeighborsProps {
  entries: readonly Entry[];
  entry: Entry;
}

/** The endpoints before and after this one. */
export function Neighbors({ entries, entry }: NeighborsProps) {
  return (
    <NeighborLinks
      label="Previous and next endpoint"
      items={entries}
      current={entry}
      link={({ anchor }, className, content) => <EntryLink {...{ anchor, className }}>{content}</EntryLink>}
    >
      {(neighbor) => (
        <span className="min-w-0 wrap-anywhere font-mono text-xs">
          <EndpointName {...neighbor} />
        </span>
      )}
    </NeighborLinks>
  );
}
