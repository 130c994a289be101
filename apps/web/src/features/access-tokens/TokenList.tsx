import type { AccessToken } from '@warranty/contracts/access-tokens';
import type { RefObject } from 'react';
import { useNow } from '../../lib/browser/use-now.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { TokenCard } from './TokenCard.tsx';

interface TokenListProps {
  tokens: AccessToken[];
  labelledBy: string;
  /** When the tokens were fetched, in milliseconds. */
  readAt: number;
  onRename: (token: AccessToken) => void;
  /** Receives the focus when a card is removed. */
  returnFocusTo: RefObject<HTMLElement | null>;
}

export function TokenList({ tokens, labelledBy, readAt, onRename, returnFocusTo }: TokenListProps) {
  // `useNow` ticks rarely; never compare fresh data with an older time.
  const now = new Date(Math.max(useNow().getTime(), readAt));
  return (
    <ul aria-labelledby={labelledBy} className="space-y-4">
      {tokens.map((token) => (
        <TokenCard
          key={token.id}
          token={token}
          now={now}
          onRename={() => onRename(token)}
          returnFocusTo={returnFocusTo}
        />
      ))}
    </ul>
  );
}

export function TokenListSkeleton() {
  return (
    <div role="status" className="animate-appear-late space-y-4">
      <span className="sr-only">Loading your tokens...</span>
      {['1', '2'].map((card) => (
        <Card key={card} className="gap-4 p-5">
          <Skeleton className="h-6 w-48" />
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-10 w-full max-w-160" />
        </Card>
      ))}
    </div>
  );
}
