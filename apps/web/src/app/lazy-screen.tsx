import { lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, useEffect, useState } from 'react';
import { checkConnection } from '../lib/api/connection.ts';
import { useIsConnected } from '../lib/api/use-is-connected.ts';
import { useLateImport } from '../lib/browser/use-late-import.ts';
import { readStored, store } from '../lib/storage/stored-text.ts';
import { ScreenHeader, ScreenPending } from '../shared/screen/ScreenHeader.tsx';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';

type Load = () => Promise<{ default: ComponentType }>;

/**
 * The component of a route, loaded on the first visit. If its code is missing, a sentence of ours is shown. The router alone would
 * reload the page, which shows the error page of the browser if there is no connection.
 */
export function lazyScreen(load: Load) {
  return lazyRouteComponent(() => load().catch(() => ({ default: () => <MissingScreen load={load} /> })));
}

const reloadKey = 'reloaded-for-screen';

/** A new release has other files, and only a reload brings their names. Once for each screen, in case that does not help. */
function reloadOnce(): boolean {
  if (readStored(reloadKey, 'session') === location.pathname) return false;
  // Without storage, it could happen again and again.
  if (!store(reloadKey, location.pathname, 'session')) return false;
  location.reload();
  return true;
}

function MissingScreen({ load }: { load: Load }) {
  const { Loaded, retry } = useLateImport(load);
  const isConnected = useIsConnected();
  const [isTrying, setTrying] = useState(false);
  const [isKnown, setKnown] = useState(false);
  useEffect(() => {
    const isHelped = async () => (await checkConnection()) && ((await retry()) || reloadOnce());
    isHelped().then((helped) => setKnown(!helped));
  }, [retry]);
  if (Loaded) return <Loaded />;
  if (!isKnown) return <ScreenPending />;
  const tryAgain = async () => {
    setTrying(true);
    if (!(await retry()) && (await checkConnection())) location.reload();
    setTrying(false);
  };
  return (
    <>
      <ScreenHeader />
      <div className="mt-6">
        <ErrorState
          title={isConnected ? 'This screen could not be loaded' : 'This screen is not available offline yet'}
          onRetry={tryAgain}
          retrying={isTrying}
        >
          {isConnected
            ? 'The app may have been updated in the meantime. Try again to load the new version.'
            : 'It was not loaded before the connection was lost. It opens by itself when the connection is back.'}
        </ErrorState>
      </div>
    </>
  );
}
