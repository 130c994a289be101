import { useMutation } from '@tanstack/react-query';
import type { AccessToken } from '@warranty/contracts/access-tokens';
import { Pencil } from 'lucide-react';
import { type RefObject, useId } from 'react';
import { ActionFailed } from '../../ui/ActionFailed.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { RevokeButton } from '../../ui/RevokeButton.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TokenBadges } from './TokenBadges.tsx';
import { TokenDetails } from './TokenDetails.tsx';
import { tokenStatus } from './token-status.ts';
import { revokeToken, setTokenActive } from './use-access-tokens.ts';

interface TokenCardProps {
  token: AccessToken;
  now: Date;
  onRename: () => void;
  returnFocusTo: RefObject<HTMLElement | null>;
}

export function TokenCard({ token, now, onRename, returnFocusTo }: TokenCardProps) {
  const nameId = useId();
  const { tokenName, maskedToken } = token;
  const change = useMutation({ mutationFn: (isActive: boolean) => setTokenActive(token, isActive) });
  return (
    <Card as="li" aria-labelledby={nameId}>
      <div className="flex items-start justify-between gap-4 px-5 pt-4">
        <div className="min-w-0">
          <div className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
            <h3 id={nameId} className="wrap-anywhere font-semibold text-lg">
              {tokenName}
            </h3>
            <TokenBadges token={token} now={now} />
          </div>
          <p className="mt-1">
            <code className="wrap-anywhere text-ink-2">{maskedToken}</code>
          </p>
        </div>
        <Switch
          aria-label={`${tokenName} is active`}
          aria-busy={change.isPending || undefined}
          disabled={tokenStatus(token, now) === 'expired'}
          checked={tokenStatus({ ...token, isActive: wanted(token, change) }, now) === 'active'}
          onCheckedChange={(isActive) => !change.isPending && change.mutate(isActive)}
          className="relative mt-0.5 pointer-coarse:after:absolute pointer-coarse:after:-inset-2.5"
        />
      </div>
      {change.error && (
        <div className="px-5 pt-3">
          <ActionFailed error={change.error} onRetry={() => change.mutate(change.variables)} />
        </div>
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 px-5 pt-3 pb-4">
        <div className="min-w-0 flex-[1_1_18rem] tabular-nums sm:max-w-160">
          <TokenDetails token={token} now={now} />
        </div>
        <div className="-mx-3 flex gap-1">
          <Button
            variant="ghost"
            size="sm"
            icon={<Pencil aria-hidden size={14} />}
            aria-label={`Rename ${tokenName}`}
            onClick={onRename}
          >
            Rename
          </Button>
          <RevokeButton
            name={tokenName}
            description="Applications that use this token will stop working immediately. This cannot be undone. To pause it instead, deactivate it."
            onRevoke={() => revokeToken(token)}
            returnFocusTo={returnFocusTo}
          />
        </div>
      </div>
    </Card>
  );
}

/** Optimistic: the switch keeps the new position unless the server rejects the change. */
function wanted(token: AccessToken, change: { isPending: boolean; variables: boolean | undefined }): boolean {
  return change.isPending && change.variables !== undefined ? change.variables : token.isActive;
}
