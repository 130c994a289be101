import { Link } from '@tanstack/react-router';
import { CloudOff, Send, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isOnline } from '../../lib/api/connection.ts';
import { queryClient } from '../../lib/api/query.ts';
import { useIsConnected } from '../../lib/api/use-is-connected.ts';
import { formatCount } from '../../lib/format/format-number.ts';
import type { KeepMessage } from '../../service-worker/keep-message.ts';
import type { UnsentLookup } from '../../shared/lookups/unsent-list.ts';
import {
  discardUnsentLookups,
  discardUnsentOfOthers,
  removeUnsentLookup,
  useUnsentLookups,
} from '../../shared/lookups/unsent-lookups.ts';
import { establishSession } from '../../shared/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { toastWithUndo } from '../../ui/feedback/undo-toast.ts';
import { PageBar } from '../PageBar.tsx';
import { barText } from './bar-text.ts';
import { isMetered, type NetworkInformation } from './metered.ts';

/**
 * At the bottom of every page while the server cannot be reached, and afterwards until the lookups made meanwhile are sent or
 * discarded.
 */
export function ConnectionBar() {
  const isConnected = useIsConnected();
  const lookups = useUnsentLookups();
  const unsent = lookups.filter(({ isFailed }) => !isFailed);
  const failed = lookups.filter(({ isFailed }) => isFailed);
  const { progress, send } = useSendUnsent();
  useEffect(registerWorker, []);
  useRecovery(isConnected);
  const text =
    progress ??
    barText({
      isConnected,
      isOnline: isOnline(),
      unsent: unsent.map(tagOf),
      failed: failed.map(tagOf),
    });
  return (
    <PageBar
      icon={CloudOff}
      text={
        text && (
          <>
            {text} {isConnected && unsent.length === 0 && <FailedLinks failed={failed} />}
          </>
        )
      }
    >
      {isConnected && lookups.length > 0 && (
        <div className="flex gap-2">
          {unsent.length > 0 && (
            <Button
              size="sm"
              variant="primary"
              icon={Send}
              busy={progress !== null}
              onClick={() => send(unsent.length)}
            >
              Send now
            </Button>
          )}
          <Button
            size="sm"
            icon={X}
            disabled={progress !== null}
            onClick={() => toastWithUndo({ title: 'Saved lookups discarded', undo: discardUnsentLookups() })}
          >
            Discard
          </Button>
        </div>
      )}
    </PageBar>
  );
}

const tagOf = ({ modelNumber }: UnsentLookup) => modelNumber;

/** Opening one looks it up again, and shows why there is no result. */
function FailedLinks({ failed }: { failed: readonly UnsentLookup[] }) {
  return failed.map(({ modelNumber, manufacturer }, index) => (
    <span key={`${manufacturer} ${modelNumber}`}>
      {index > 0 && ', '}
      <Link
        to="/individual-lookup"
        search={{ q: modelNumber, ...(manufacturer && { manufacturer }) }}
        onClick={() => removeUnsentLookup({ modelNumber, manufacturer })}
        className="font-mono underline underline-offset-4"
      >
        {modelNumber}
      </Link>
    </span>
  ));
}

/** What failed to load is loaded again when the connection is back, and what others left in this browser is removed. */
function useRecovery(isConnected: boolean): void {
  const wasLost = useRef(false);
  useEffect(() => {
    if (!isConnected) {
      wasLost.current = true;
      return;
    }
    if (wasLost.current)
      queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
    wasLost.current = false;
    establishSession().then(
      ({ owner }) => discardUnsentOfOthers(owner),
      () => undefined,
    );
  }, [isConnected]);
}

const loadedFiles = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);

/** Tells the worker which files to keep: those of all screens, or on a metered connection those that were loaded. */
function keepFiles(): void {
  const { connection = {} } = navigator as { connection?: NetworkInformation };
  const message: KeepMessage = { keep: isMetered(connection) ? loadedFiles() : 'all' };
  navigator.serviceWorker.controller?.postMessage(message);
}

const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work, 1000);

/** Browsers have service workers on https and localhost only; elsewhere the app works without one, as in development. */
function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // A worker that has just taken over knows the files of its own build only.
  navigator.serviceWorker.addEventListener('controllerchange', keepFiles);
  whenIdle(() => {
    keepFiles();
    // Fails if storage is blocked. Nothing else depends on it.
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
  });
}

/** Sends the saved lookups, now that the user agrees. `progress` is null when nothing is being sent. */
function useSendUnsent() {
  const [progress, setProgress] = useState<string | null>(null);
  const tell = (sent: number, total: number) => setProgress(`Sending ${sent + 1} of ${total}...`);
  const send = async (total: number) => {
    tell(0, total);
    try {
      // Loaded now: a first visit has nothing to send.
      const { sendUnsentLookups } = await import('../../features/warranty/look-up.ts');
      const found = await sendUnsentLookups((sent) => sent < total && tell(sent, total));
      if (found > 0)
        toast({
          title: `${formatCount(found, 'lookup')} sent`,
          description: 'The results are in Recent lookups.',
        });
    } catch {
      toast({
        variant: 'destructive',
        title: 'Not sent',
        description: 'The lookups are still saved. Try again.',
      });
    } finally {
      setProgress(null);
    }
  };
  return { progress, send };
}
