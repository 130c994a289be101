import type { AccessToken } from '@warranty/contracts/access-tokens';
import { Plus, RotateCw } from 'lucide-react';
import { useRef, useState } from 'react';
import { serverMessageOr } from '../../lib/error-text.ts';
import { isUserMismatch } from '../../lib/session.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { NewToken } from './NewToken.tsx';
import { NoTokens } from './NoTokens.tsx';
import { RenameDialog } from './RenameDialog.tsx';
import { TokenList, TokenListSkeleton } from './TokenList.tsx';
import { UseToken } from './UseToken.tsx';
import { useAccessTokens } from './useAccessTokens.ts';

/** Content of the tab after the user is known. */
export function AccessTokens() {
  const { data: tokens, dataUpdatedAt, error, isFetching, refetch } = useAccessTokens();
  const [generating, setGenerating] = useState(false);
  const [renaming, setRenaming] = useState<AccessToken | null>(null);
  const generate = useRef<HTMLButtonElement>(null);
  return (
    <div className="space-y-8">
      <section aria-labelledby="tokens" className="space-y-4">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 flex-[1_1_20rem]">
            <h2 id="tokens" className="font-semibold text-lg">
              Your tokens
            </h2>
            <p className="mt-0.5 text-ink-2">
              Create one for each application that looks up devices on your behalf. Usage can lag by up to a
              minute.
            </p>
          </div>
          <div className="flex gap-2 max-sm:w-full">
            <Button
              icon={<RotateCw aria-hidden size={16} />}
              busy={isFetching}
              onClick={() => retry(error, refetch)}
            >
              Refresh
            </Button>
            <Button
              ref={generate}
              variant="primary"
              icon={<Plus aria-hidden size={16} />}
              className="max-sm:flex-1"
              onClick={() => setGenerating(true)}
            >
              Generate New Token
            </Button>
          </div>
        </div>
        {error !== null && !isFetching && (
          <LoadFailed
            title="Failed to load external API tokens. Please try again."
            reason={serverMessageOr(error, 'Failed to fetch external API tokens')}
            onRetry={() => retry(error, refetch)}
            stale={tokens !== undefined}
          />
        )}
        {tokens ? (
          <TokenList tokens={tokens} readAt={dataUpdatedAt} onRename={setRenaming} returnFocusTo={generate} />
        ) : (
          isFetching && <TokenListSkeleton />
        )}
        {tokens?.length === 0 && <NoTokens />}
      </section>
      <UseToken />
      <NewToken isOpen={generating} onDone={() => setGenerating(false)} returnFocusTo={generate} />
      {renaming && (
        <RenameDialog token={renaming} onClose={() => setRenaming(null)} returnFocusTo={generate} />
      )}
    </div>
  );
}

function retry(error: Error | null, refetch: () => unknown): void {
  if (isUserMismatch(error)) location.reload();
  else refetch();
}
