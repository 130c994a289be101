import type { createAccessToken } from '@warranty/contracts/access-tokens';
import type { ReplyOf } from '@warranty/contracts/core/endpoint';
import { lookupWarranty } from '@warranty/contracts/warranty';
import { type RefObject, useState } from 'react';
import { formatDate, localDay } from '../../lib/format/format-date.ts';
import { NewSecretDialog } from '../../shared/secrets/NewSecretDialog.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { GenerateDialog } from './GenerateDialog.tsx';
import { CurlExample } from './UseToken.tsx';
import { generateToken, type TokenInput } from './use-access-tokens.ts';

interface NewTokenProps {
  /** Whether the dialog that prompts for a name is open. */
  isOpen: boolean;
  onDone: () => void;
  returnFocusTo: RefObject<HTMLElement | null>;
}

/** Prompts for a name, then shows the token once. */
export function NewToken({ isOpen, onDone, returnFocusTo }: NewTokenProps) {
  const [made, setMade] = useState<ReplyOf<typeof createAccessToken> | null>(null);
  const generate = async (typed: TokenInput) => setMade(await generateToken(typed));
  if (isOpen) return <GenerateDialog onGenerate={generate} onClose={onDone} />;
  if (!made) return null;
  const { tokenName, expiresAt } = made.token;
  const until = expiresAt ? ` until ${formatDate(localDay(new Date(expiresAt)))}` : '';
  return (
    <NewSecretDialog
      title="Your new token"
      description={`“${tokenName}” is active${until}.`}
      secret={made.rawToken}
      copyLabel="Copy token"
      onCopyFailed={showCopyFailedToast}
      warning="We store only a hash. If you lose the token, revoke it and generate a new one."
      recoveryCode={made.recoveryCode}
      recoveryDescription="You created your first token. There is no password: use this code to access your account from another browser."
      onClose={() => setMade(null)}
      returnFocusTo={returnFocusTo}
    >
      {made.token.scopes.includes(lookupWarranty.scope) && (
        <div>
          <h3 className="mb-2 font-medium">Try it</h3>
          <CurlExample token={made.rawToken} />
        </div>
      )}
    </NewSecretDialog>
  );
}

function showCopyFailedToast(): void {
  toast({
    variant: 'destructive',
    title: 'Failed to copy token to clipboard',
    description: 'Your browser blocked clipboard access. Select the text and copy it manually.',
  });
}
