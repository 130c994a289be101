import { Link, useNavigate } from '@tanstack/react-router';
import { readBulkRun } from '@warranty/contracts/bulk-lookup';
import { useCallback, useEffect, useState } from 'react';
import { runEnd } from '../features/bulk-lookup/run/run-state.ts';
import { type RunningRun, unfollowRun, useRunningRuns } from '../features/bulk-lookup/run/running-runs.ts';
import { useProgress } from '../features/bulk-lookup/run/use-progress.ts';
import { invalidateRuns } from '../features/bulk-lookup/run/use-runs.ts';
import { call } from '../lib/api/api.ts';
import { useIsConnected } from '../lib/api/use-is-connected.ts';
import { notify } from '../lib/browser/notify.ts';
import { pagePath } from '../lib/browser/organization.ts';
import { formatCount } from '../lib/format/format-number.ts';
import { establishSession } from '../shared/session/session.ts';
import { Spinner } from '../ui/feedback/Spinner.tsx';
import { toast } from '../ui/feedback/toast-store.ts';

const toastMs = 15_000;

/** Runs in progress, in the top bar of every page. Their end is shown as a toast, in the title and as a notification. */
export function RunningWork() {
  const [first, ...others] = useRunningRuns();
  const [hasEnded, setEnded] = useEndedWhileHidden();
  const [percent, setPercent] = useState<number | null>(null);
  useTitlePrefix(first ? (percent === null ? null : `${percent}%`) : hasEnded ? 'Done' : null);
  if (!first) return null;
  return (
    <>
      <RunLink run={first} percent={percent} others={others.length} />
      <Follower key={first.id} run={first} onPercent={setPercent} onEnd={setEnded} />
      {others.map((run) => (
        <Follower key={run.id} run={run} onEnd={setEnded} />
      ))}
    </>
  );
}

interface RunLinkProps {
  run: RunningRun;
  percent: number | null;
  others: number;
}

function RunLink({ run, percent, others }: RunLinkProps) {
  return (
    <Link
      to="/bulk-lookup"
      search={others > 0 ? {} : { run: run.id }}
      className="ml-2 flex min-h-8 min-w-0 items-center gap-2 rounded-control px-2 text-ink-2 text-sm tabular-nums hover:bg-hover hover:text-ink pointer-coarse:min-h-11"
    >
      <Spinner size={14} className="shrink-0 text-accent" />
      <span className="max-w-48 truncate max-sm:max-w-24">
        {others > 0 ? formatCount(others + 1, 'run') : run.name}
      </span>
      {percent !== null && <span>{percent}%</span>}
    </Link>
  );
}

interface FollowerProps {
  run: RunningRun;
  onPercent?: (percent: number | null) => void;
  onEnd: () => void;
}

/** Polls one run and reports its end. */
function Follower({ run: { id, name }, onPercent, onEnd }: FollowerProps) {
  const navigate = useNavigate();
  const onStop = useCallback(async () => {
    const ended = await call(readBulkRun, { params: { runId: id } }).catch(() => null);
    const end = ended && runEnd(name, ended);
    if (ended && !end) return;
    if (!unfollowRun(id)) return;
    invalidateRuns();
    if (!end || ended.status === 'cancelled') return;
    const open = () => navigate({ to: '/bulk-lookup', search: { run: id } });
    const { title, description, isFailure } = end;
    onEnd();
    notify({ title, body: description, tag: id, onClick: open });
    if (isShown(id)) return;
    toast({
      title,
      description,
      variant: isFailure ? 'destructive' : 'default',
      duration: toastMs,
      action: { label: 'Open', onAction: open },
    });
  }, [id, name, navigate, onEnd]);
  const { progress } = useProgress({ runId: id, live: useHasSession(), onStop });
  const percent =
    progress && progress.total > 0 ? Math.floor((progress.current / progress.total) * 100) : null;
  useEffect(() => onPercent?.(percent), [percent, onPercent]);
  return null;
}

/** The page of the run shows its end itself. */
function isShown(runId: string): boolean {
  return pagePath() === '/bulk-lookup' && new URLSearchParams(location.search).get('run') === runId;
}

function useHasSession(): boolean {
  const [has, setHas] = useState(false);
  const isConnected = useIsConnected();
  useEffect(() => {
    if (!isConnected) return;
    establishSession().then(
      () => setHas(true),
      () => undefined,
    );
  }, [isConnected]);
  return has;
}

/** True from an end that the user could not see until they look at the page. */
function useEndedWhileHidden(): [boolean, () => void] {
  const [hasEnded, setEnded] = useState(false);
  useEffect(() => {
    const onChange = () => {
      if (!document.hidden) setEnded(false);
    };
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
  return [hasEnded, useCallback(() => setEnded(document.hidden), [])];
}

const separator = ' | ';

/** Shows a prefix in the title of the browser tab, on every page: pages set the title themselves. */
function useTitlePrefix(prefix: string | null): void {
  useEffect(() => {
    const title = document.querySelector('title');
    if (prefix === null || !title) return;
    const own = `${prefix}${separator}`;
    const apply = () => {
      if (!document.title.startsWith(own)) document.title = own + document.title;
    };
    apply();
    const observer = new MutationObserver(apply);
    observer.observe(title, { childList: true });
    return () => {
      observer.disconnect();
      if (document.title.startsWith(own)) document.title = document.title.slice(own.length);
    };
  }, [prefix]);
}
