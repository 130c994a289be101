import { RotateCw } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';
import { userMessageOr } from '../../lib/api/error-text.ts';
import { Button } from '../../ui/button/Button.tsx';
import { LoadFailed } from '../../ui/feedback/LoadFailed.tsx';
import { RoleNotice } from './RoleGate.tsx';
import { type Refetchable, refetchOrReload } from './refetch.ts';

interface ListSectionProps<T> {
  title: string;
  description: string;
  /** Shows a button that reads the list again. */
  canRefresh?: boolean;
  refreshRef?: Ref<HTMLButtonElement>;
  /** More buttons. */
  actions?: ReactNode;
  /** Why this person may not read the list: the sentence of `useRefusal`. */
  refusal?: string | null;
  query: Refetchable & { data: T[] | undefined; isFetching: boolean };
  /** Shown if the list cannot be read. The reason is for an error without a message of the server. */
  failed: { title: string; reason: string };
  skeleton: ReactNode;
  empty: ReactNode;
  /** The list, labeled by `headingId`. */
  children: (items: T[], headingId: string) => ReactNode;
}

/** A heading with actions, and below it a list that is loading, failed, empty or filled. */
export function ListSection<T>(props: ListSectionProps<T>) {
  const { title, description, canRefresh, refreshRef, actions, refusal = null, query } = props;
  const { failed, skeleton, empty, children } = props;
  const { data, error, isFetching } = query;
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="space-y-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-[1_1_20rem]">
          <h2 id={headingId} className="font-semibold text-lg">
            {title}
          </h2>
          <p className="mt-0.5 max-w-180 text-ink-2">{description}</p>
        </div>
        <div className="flex gap-2 max-sm:w-full">
          {canRefresh && refusal === null && (
            <Button ref={refreshRef} icon={RotateCw} busy={isFetching} onClick={() => refetchOrReload(query)}>
              Refresh
            </Button>
          )}
          {actions}
        </div>
      </div>
      <RoleNotice refusal={refusal} />
      {error !== null && !isFetching && (
        <LoadFailed
          title={failed.title}
          reason={userMessageOr(error, failed.reason)}
          onRetry={() => refetchOrReload(query)}
          stale={data !== undefined}
        />
      )}
      {!data && isFetching && skeleton}
      {data && refusal === null && (data.length === 0 ? empty : children(data, headingId))}
    </section>
  );
}
