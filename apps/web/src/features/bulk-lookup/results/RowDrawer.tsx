import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { type BulkResultRow, type BulkRowDetails, readBulkRow } from '@warranty/contracts/bulk-results';
import { ChevronLeft, ChevronRight, Search } from 'lucide-react';
import { useEffect } from 'react';
import { call } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { addressOf } from '../../../lib/browser/organization.ts';
import { useNow } from '../../../lib/browser/use-now.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { resultText } from '../../../shared/warranty/result-text.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { CopyButton } from '../../../ui/button/CopyButton.tsx';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import type { IconOf } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/overlay/Sheet.tsx';
import { isLive } from '../run/run-state.ts';
import { deviceSearch } from './device-search.ts';
import { RowDetails, RowSkeleton } from './RowDetails.tsx';
import { rowText } from './row-text.ts';
import { resultsKey } from './use-result-rows.ts';

interface RowDrawerProps {
  run: BulkRun;
  row: number;
  /** The row as listed, if it is loaded. */
  listed: BulkResultRow | undefined;
  /** The rows before and after it in the list, which may be filtered; null if there is none or it is not loaded. */
  previous: number | null;
  next: number | null;
  onStep: (row: number) => void;
  onClose: () => void;
}

/** Everything about one row, next to the table. */
export function RowDrawer({ run, row, listed, previous, next, onStep, onClose }: RowDrawerProps) {
  const now = useNow();
  const { data, error, isFetching, refetch } = useRowDetails(run, row, next);
  const step = (to: number | null) => (to === null ? null : () => onStep(to));
  const steps = { previous: step(previous), next: step(next) };
  useStepKeys(steps);
  const stepButton = (direction: keyof Steps, label: string, icon: IconOf) => (
    // Not `disabled`: at the last row, the focus would be lost.
    <IconButton
      label={label}
      icon={icon}
      aria-disabled={steps[direction] === null}
      className="aria-disabled:cursor-not-allowed aria-disabled:text-ink-3"
      onClick={() => steps[direction]?.()}
    />
  );
  const known = data?.listed ?? listed;
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={known?.modelNumber || (known ? `Row ${formatNumber(known.line)}` : 'Row')}
      description={describe(run, row, known)}
      className="w-[44rem] max-sm:w-full max-sm:max-w-full!"
      // Stepping may have scrolled the row that was clicked out of view.
      focusAfter={() => document.querySelector<HTMLElement>(`a[data-row="${row}"]`)}
      actions={
        <>
          {stepButton('previous', 'Previous row', <ChevronLeft aria-hidden size={18} />)}
          {stepButton('next', 'Next row', <ChevronRight aria-hidden size={18} />)}
        </>
      }
      footer={data && <Actions details={data} now={now} />}
    >
      {data && <RowDetails details={data} now={now} />}
      {!data && error && (
        <ErrorState title="Failed to load the row" level={3} onRetry={() => refetch()} retrying={isFetching}>
          The results are saved on the server.
        </ErrorState>
      )}
      {!data && !error && <RowSkeleton />}
    </Sheet>
  );
}

function describe({ totalRows }: BulkRun, row: number, listed: BulkResultRow | undefined): string {
  const place = `${formatNumber(row)} of ${formatNumber(totalRows)}`;
  const line = listed && `row ${formatNumber(listed.line)} of the file`;
  const text = [listed?.manufacturer, line, place].filter(Boolean).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function Actions({ details, now }: { details: BulkRowDetails; now: Date }) {
  const { listed, result } = details;
  const search = deviceSearch(listed.modelNumber, listed.manufacturer);
  const toText = () => {
    const link = new URL(addressOf(`/individual-lookup?${new URLSearchParams(search)}`), location.href).href;
    return rowText(details, result ? resultText(result, link, now) : null, now);
  };
  return (
    <>
      <CopyButton text={toText} label="Copy as text" />
      {listed.modelNumber && (
        <Button asChild className="max-sm:px-2" icon={Search}>
          <Link to="/individual-lookup" search={search}>
            Individual lookup
          </Link>
        </Button>
      )}
    </>
  );
}

const refetchIntervalMs = 2000;
const cacheMs = 60_000;

const queryOf = (run: BulkRun, row: number) => ({
  queryKey: [...resultsKey(run), 'row', row],
  queryFn: () => call(readBulkRow, { params: { runId: run.id, row: String(row) } }),
  gcTime: cacheMs,
});

/** Everything about one row. The next one is loaded as well, so that stepping through rows does not wait. */
function useRowDetails(run: BulkRun, row: number, next: number | null) {
  const live = isLive(run.status);
  useEffect(() => {
    if (next !== null && !live) queryClient.prefetchQuery(queryOf(run, next));
  }, [run, next, live]);
  return useQuery({ ...queryOf(run, row), refetchInterval: live && refetchIntervalMs });
}

type Steps = Record<'previous' | 'next', (() => void) | null>;

const directions: Record<string, keyof Steps> = {
  ArrowLeft: 'previous',
  ArrowUp: 'previous',
  ArrowRight: 'next',
  ArrowDown: 'next',
};

/** Up and down keep scrolling what has the focus and can be scrolled. */
function isForTarget({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('input, textarea, select, [role=tablist]')) return true;
  return (key === 'ArrowUp' || key === 'ArrowDown') && target.matches('section[tabindex]');
}

/** Arrow keys step through the rows while their details are open. */
function useStepKeys({ previous, next }: Steps): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const direction = directions[event.key];
      const step = direction && { previous, next }[direction];
      if (!step || isForTarget(event)) return;
      event.preventDefault();
      step();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [previous, next]);
}
