import { ArrowLeft, ArrowRight } from 'lucide-react';
import { EndpointName } from './EndpointName.tsx';
import { EntryLink } from './EntryLink.tsx';
import type { Entry } from './entries.ts';

interface NeighborsProps {
  entries: readonly Entry[];
  entry: Entry;
}

const linkStyle =
  'flex min-w-0 items-center gap-2 rounded-control border border-line px-3 py-2 text-ink-2 hover:bg-hover hover:text-ink pointer-coarse:min-h-11';

/** The endpoints before and after this one. */
export function Neighbors({ entries, entry }: NeighborsProps) {
  const index = entries.indexOf(entry);
  const previous = entries[index - 1];
  const next = entries[index + 1];
  return (
    <nav
      aria-label="Previous and next endpoint"
      className="mt-10 grid gap-3 border-line border-t pt-6 @2xl:grid-cols-2 print:hidden"
    >
      {previous && (
        <EntryLink anchor={previous.anchor} className={linkStyle}>
          <ArrowLeft aria-hidden size={16} className="shrink-0" />
          <Name entry={previous} />
        </EntryLink>
      )}
      {next && (
        <EntryLink anchor={next.anchor} className={`${linkStyle} justify-end text-right @2xl:col-start-2`}>
          <Name entry={next} />
          <ArrowRight aria-hidden size={16} className="shrink-0" />
        </EntryLink>
      )}
    </nav>
  );
}

function Name({ entry }: { entry: Entry }) {
  return (
    <span className="min-w-0 wrap-anywhere font-mono text-xs">
      <EndpointName {...entry} />
    </span>
  );
}
