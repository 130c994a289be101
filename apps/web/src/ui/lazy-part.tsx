import { type ComponentType, lazy, type ReactNode, useEffect } from 'react';
import { useLateImport } from '../lib/browser/use-late-import.ts';
import { toast } from './feedback/toast-store.ts';

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/** For a part that users would miss. */
export const missingContent = (
  <p className="text-ink-2">This part could not be loaded. It appears when the connection is back.</p>
);

/**
 * Like `lazy`, for a part of a page. If its code cannot be loaded, the rest of the page stays, with `missing` in its place. A
 * dialog that the user opened says why it does not appear.
 */
export function lazyPart<P extends object>(load: Load<P>, missing: ReactNode = null) {
  return lazy<ComponentType<P>>(() =>
    load().catch(() => ({ default: (own: P) => <MissingPart load={load} own={own} missing={missing} /> })),
  );
}

interface MissingPartProps<P> {
  load: Load<P>;
  own: P;
  missing: ReactNode;
}

function MissingPart<P extends object>({ load, own, missing }: MissingPartProps<P>) {
  const { Loaded } = useLateImport(load);
  const isMissed = !Loaded && 'open' in own && Boolean(own.open);
  useEffect(() => {
    if (isMissed)
      toast({
        title: 'This part of the app is not loaded yet',
        description: 'It opens when the connection is back.',
      });
  }, [isMissed]);
  return Loaded ? <Loaded {...own} /> : missing;
}
