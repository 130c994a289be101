import type { AccessToken } from '@warranty/contracts/access-tokens';
import { KeyRound, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { NameDialog } from '../../shared/secrets/NameDialog.tsx';
import { ListSection } from '../../shared/session/ListSection.tsx';
import { SessionGate } from '../../shared/session/SessionGate.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { tokenNameField } from './GenerateDialog.tsx';
import { NewToken } from './NewToken.tsx';
import { TokenList, TokenListSkeleton } from './TokenList.tsx';
import { UseToken } from './UseToken.tsx';
import { renameToken, useAccessTokens } from './use-access-tokens.ts';

/** Tokens belong to the session, so the tab waits for it. */
export function AccessTokensScreen() {
  return <SessionGate>{(userId) => <AccessTokens key={userId} />}</SessionGate>;
}

/** Content of the tab after the user is known. */
function AccessTokens() {
  const query = useAccessTokens();
  const [generating, setGenerating] = useState(false);
  const [renaming, setRenaming] = useState<AccessToken | null>(null);
  const generate = useRef<HTMLButtonElement>(null);
  return (
    <div className="space-y-8">
      <ListSection
        title="Your tokens"
        description="Create one for each application that looks up devices on your behalf. Usage can lag by up to a minute."
        canRefresh
        actions={
          <Button
            ref={generate}
            variant="primary"
            icon={<Plus aria-hidden size={16} />}
            className="max-sm:flex-1"
            onClick={() => setGenerating(true)}
          >
            Generate New Token
          </Button>
        }
        query={query}
        failed={{
          title: 'Failed to load external API tokens. Please try again.',
          reason: 'Failed to fetch external API tokens',
        }}
        skeleton={<TokenListSkeleton />}
        empty={
          <EmptyState icon={<KeyRound aria-hidden size={24} />} title="No tokens yet" level={3}>
            Use tokens to let scripts, your inventory or your help desk look up warranties on your behalf.
            Generate one per application, so that you can revoke one without affecting the others.
          </EmptyState>
        }
      >
        {(tokens, headingId) => (
          <TokenList
            tokens={tokens}
            labelledBy={headingId}
            readAt={query.dataUpdatedAt}
            onRename={setRenaming}
            returnFocusTo={generate}
          />
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
