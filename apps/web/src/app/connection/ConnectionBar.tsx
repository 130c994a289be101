import { Link } from '@tanstack/react-router';
import { CloudOff, Send, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { isOnline } from '../../lib/connection.ts';
import { queryClient } from '../../lib/query.ts';
import { establishSession } from '../../lib/session.ts';
import type { UnsentLookup } from '../../lib/unsent-list.ts';
import {
  discardUnsentLookups,
  discardUnsentOfOthers,
  removeUnsentLookup,
  useUnsentLookups,
} from '../../lib/unsent-lookups.ts';
import { useIsConnected } from '../../lib/use-is-connected.ts';
import { Button } from '../../ui/Button.tsx';
import { toastWithUndo } from '../../ui/undo-toast.ts';
import { barText } from './bar-text.ts';
import { registerWorker } from './register-worker.ts';
import { useSendUnsent } from './use-send-unsent.ts';

/**
 * At the bottom of every page while the server cannot be reached, and afterwards until the lookups made meanwhile are sent or
 * discarded. In the flow of the page, so that it never hides the end of it.
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
    <div aria-live="polite" className="sticky bottom-0 z-30 print:hidden">
      {text && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-expiring-soft px-4 py-2 text-expiring md:px-8">
          <p className="flex min-w-0 flex-[1_1_16rem] items-start gap-2 text-sm">
            <CloudOff aria-hidden size={16} className="mt-0.5 shrink-0" />
            <span className="min-w-0 wrap-anywhere">
              {text} {isConnected && unsent.length === 0 && <FailedLinks failed={failed} />}
            </span>
          </p>
          {isConnected && lookups.length > 0 && (
            <div className="flex gap-2">
              {unsent.length > 0 && (
                <Button
                  size="sm"
                  variant="primary"
                  icon={<Send aria-hidden size={14} />}
                  busy={progress !== null}
                  onClick={() => send(unsent.length)}
                >
                  Send now
                </Button>
              )}
              <Button
                size="sm"
                icon={<X aria-hidden size={14} />}
                disabled={progress !== null}
                onClick={() =>
                  toastWithUndo({ title: 'Saved lookups discarded', undo: discardUnsentLookups() })
                }
              >
                Discard
              </Button>
            </div>
          )}
        </div>
      )}
    </div>
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
    establishSession().then(discardUnsentOfOthers, () => undefined);
  }, [isConnected]);
}
