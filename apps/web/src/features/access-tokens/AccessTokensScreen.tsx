import { type AccessToken, listAccessTokens } from '@warranty/contracts/access-tokens';
import { KeyRound, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNow } from '../../lib/browser/use-now.ts';
import { NameDialog } from '../../shared/secrets/NameDialog.tsx';
import { ListSection } from '../../shared/session/ListSection.tsx';
import { useRefusal } from '../../shared/session/rights.ts';
import { SessionGate } from '../../shared/session/SessionGate.tsx';
import { useSession } from '../../shared/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { tokenNameField } from './GenerateDialog.tsx';
import { NewToken } from './NewToken.tsx';
import { TokenCard } from './TokenCard.tsx';
import { UseToken } from './UseToken.tsx';
import { renameToken, useAccessTokens } from './use-access-tokens.ts';

/** Tokens belong to the session, so the tab waits for it. */
export function AccessTokensScreen() {
  return <SessionGate>{(username) => <AccessTokens key={username} />}</SessionGate>;
}

/** Content of the tab after the user is known. */
function AccessTokens() {
  const query = useAccessTokens();
  const refusal = useRefusal(listAccessTokens);
  const { organization } = useSession().data ?? {};
  // `useNow` ticks rarely; never compare fresh data with an older time.
  const now = new Date(Math.max(useNow().getTime(), query.dataUpdatedAt));
  const [generating, setGenerating] = useState(false);
  const [renaming, setRenaming] = useState<AccessToken | null>(null);
  const generate = useRef<HTMLButtonElement>(null);
  return (
    <div className="space-y-8">
      <ListSection
        title={organization ? `Tokens of ${organization.name}` : 'Your tokens'}
        description="Create one for each application that looks up devices on your behalf. Usage can lag by up to a minute."
        canRefresh
        actions={
          <Button
            ref={generate}
            variant="primary"
            icon={Plus}
            disabled={refusal !== null}
            className="max-sm:flex-1"
            onClick={() => setGenerating(true)}
          >
            Generate New Token
          </Button>
        }
        refusal={refusal}
        query={query}
        failed={{
          title: 'Failed to load external API tokens. Please try again.',
          reason: 'Failed to fetch external API tokens',
        }}
        skeleton={<TokensSkeleton />}
        empty={
          <EmptyState icon={KeyRound} title="No tokens yet" level={3}>
            Use tokens to let scripts, your inventory or your help desk look up warranties on your behalf.
            Generate one per application, so that you can revoke one without affecting the others.
          </EmptyState>
        }
      >
        {(tokens, headingId) => (
          <ul aria-labelledby={headingId} className="space-y-4">
            {tokens.map((token) => (
              <TokenCard
                key={token.id}
                token={token}
                now={now}
                onRename={() => setRenaming(token)}
                returnFocusTo={generate}
              />
            ))}
          </ul>
        )}
      </ListSection>
      <UseToken />
      <NewToken isOpen={generating} onDone={() => setGenerating(false)} returnFocusTo={generate} />
      {renaming && (
        <NameDialog
          title="Rename token"
          description="Only the name changes. Applications keep working."
          submitLabel="Rename"
          field={tokenNameField}
          initial={renaming.tokenName}
          onSubmit={(name) => renameToken(renaming, name)}
          onClose={() => setRenaming(null)}
          returnFocusTo={generate}
        />
      )}
    </div>
  );
}

function TokensSkeleton() {
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
