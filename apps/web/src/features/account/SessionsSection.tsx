import { useQuery } from '@tanstack/react-query';
import {
  type BrowserSession,
  endOtherSessions,
  endSession,
  listSessions,
} from '@warranty/contracts/browser-sessions';
import { LogOut, MonitorSmartphone } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { call } from '../../lib/api/api.ts';
import { isNotFound, withErrorMessage } from '../../lib/api/error-text.ts';
import { queryClient } from '../../lib/api/query.ts';
import { useNow } from '../../lib/browser/use-now.ts';
import { formatAgo } from '../../lib/format/age.ts';
import { ListSection } from '../../shared/session/ListSection.tsx';
import { useSession } from '../../shared/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { Badge } from '../../ui/text/Badge.tsx';

const texts = {
  browser: {
    description:
      'Browsers that have access to your keys and data. End the sessions that you do not recognize.',
    consequence: 'loses access to your keys and data immediately',
    othersConsequence: 'lose access to your keys and data immediately',
  },
  person: {
    description: 'Browsers in which you are signed in. End the sessions that you do not recognize.',
    consequence: 'is signed out immediately',
    othersConsequence: 'are signed out immediately',
  },
} as const;
type Texts = (typeof texts)[keyof typeof texts];

/**
 * The browsers that are signed in as this user, or as this person. Waits for the session; the page shows why if there is none.
 */
export function SessionsSection({ ofPerson = false }: { ofPerson?: boolean }) {
  const isKnown = useSession().data !== undefined;
  return isKnown ? <BrowserSessions words={texts[ofPerson ? 'person' : 'browser']} /> : null;
}

function BrowserSessions({ words }: { words: Texts }) {
  const query = useBrowserSessions();
  const refresh = useRef<HTMLButtonElement>(null);
  const hasOthers = query.data?.some(({ isCurrent }) => !isCurrent) ?? false;
  return (
    <ListSection
      title="Browser sessions"
      description={words.description}
      canRefresh
      refreshRef={refresh}
      actions={hasOthers && <EndOthers words={words} returnFocusTo={refresh} />}
      query={query}
      failed={{ title: 'Failed to load browser sessions.', reason: 'The server did not respond.' }}
      skeleton={<Skeleton className="h-20 w-full" />}
      empty={
        <EmptyState icon={MonitorSmartphone} title="No browser sessions" level={3}>
          Reload the page to start one.
        </EmptyState>
      }
    >
      {(sessions, headingId) => (
        <ul
          aria-labelledby={headingId}
          className="divide-y divide-line rounded-card border border-line bg-surface"
        >
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} words={words} returnFocusTo={refresh} />
          ))}
        </ul>
      )}
    </ListSection>
  );
}

interface SessionRowProps {
  session: BrowserSession;
  words: Texts;
  returnFocusTo: RefObject<HTMLElement | null>;
}

function SessionRow({ session, words, returnFocusTo }: SessionRowProps) {
  const now = useNow();
  const { browser, startedAt, lastUsedAt, isCurrent } = session;
  return (
    <li className="flex items-center justify-between gap-x-3 px-5 py-3">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {browser}
          {isCurrent && <Badge tone="accent">This browser</Badge>}
        </h3>
        <p className="mt-0.5 text-ink-2 text-sm">
          <span title={startedAt}>Started {formatAgo(startedAt, now)}</span>
          {', '}
          {isCurrent ? 'in use now' : <span title={lastUsedAt}>last used {formatAgo(lastUsedAt, now)}</span>}
        </p>
      </div>
      {!isCurrent && (
        <div className="-mr-3">
          <ConfirmDialog
            title={`End the session of ${browser}?`}
            description={`That browser ${words.consequence}. It was last used ${formatAgo(lastUsedAt, now)}.`}
            confirmLabel="End session"
            onConfirm={() => endBrowserSession(session)}
            returnFocusTo={returnFocusTo}
            trigger={
              <Button variant="ghost" size="sm" icon={LogOut} aria-label={`End the session of ${browser}`}>
                End
              </Button>
            }
          />
        </div>
      )}
    </li>
  );
}

function EndOthers({ words, returnFocusTo }: Omit<SessionRowProps, 'session'>) {
  return (
    <ConfirmDialog
      title="End all other sessions?"
      description={`Your other browsers ${words.othersConsequence}. This browser stays signed in.`}
      confirmLabel="End all others"
      onConfirm={endOtherBrowserSessions}
      returnFocusTo={returnFocusTo}
      trigger={
        <Button icon={LogOut} className="max-sm:flex-1">
          End all others
        </Button>
      }
    />
  );
}

const queryKey = ['browser-sessions'];

function useBrowserSessions() {
  return useQuery({ queryKey, queryFn: async () => (await call(listSessions)).sessions });
}

const reread = () => queryClient.invalidateQueries({ queryKey });

/** A missing session was already ended elsewhere, which is the intended result. */
async function endBrowserSession({ id }: BrowserSession): Promise<void> {
  try {
    const params = { browserSessionId: id };
    const { message } = await withErrorMessage('Failed to end the session.', call(endSession, { params }));
    toast({ title: message });
  } catch (error) {
    if (!isNotFound(error as Error)) throw error;
  }
  await reread();
}

async function endOtherBrowserSessions(): Promise<void> {
  const { message } = await withErrorMessage('Failed to end the other sessions.', call(endOtherSessions));
  toast({ title: message });
  await reread();
}
