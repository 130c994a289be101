import { useMutation } from '@tanstack/react-query';
import type { AccessToken } from '@warranty/contracts/access-tokens';
import { CircleMinus, Clock, Pencil, UserCheck } from 'lucide-react';
import { type ReactNode, type RefObject, useId } from 'react';
import { formatAgo } from '../../lib/format/age.ts';
import { formatDate, localDay } from '../../lib/format/format-date.ts';
import { formatCount } from '../../lib/format/format-number.ts';
import { RevokeButton } from '../../shared/secrets/RevokeButton.tsx';
import { ActionFailed } from '../../shared/session/ActionFailed.tsx';
import { StatusBadge } from '../../shared/warranty/StatusBadge.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Switch } from '../../ui/form/Switch.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { Fact, FactList } from '../../ui/text/FactList.tsx';
import { timeLeft } from './expiry.ts';
import { scopesInWords } from './token-scopes.ts';
import { endsSoon, tokenStatus } from './token-status.ts';
import { revokeToken, setTokenActive, takeOver } from './use-access-tokens.ts';

interface TokenCardProps {
  token: AccessToken;
  now: Date;
  onRename: () => void;
  returnFocusTo: RefObject<HTMLElement | null>;
}

export function TokenCard({ token, now, onRename, returnFocusTo }: TokenCardProps) {
  const nameId = useId();
  const { tokenName, maskedToken, scopes } = token;
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
          <p className="mt-1 text-ink-2 text-sm">May {scopesInWords(scopes)}</p>
        </div>
        <Switch
          aria-label={`${tokenName} is active`}
          aria-busy={change.isPending || undefined}
          disabled={['expired', 'stopped'].includes(tokenStatus(token, now))}
          checked={tokenStatus({ ...token, isActive: wanted(token, change) }, now) === 'active'}
          onCheckedChange={(isActive) => !change.isPending && change.mutate(isActive)}
          className="relative mt-0.5 pointer-coarse:after:absolute pointer-coarse:after:-inset-2.5"
        />
      </div>
      {token.createdBy === null && <TakeOver token={token} />}
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
            icon={Pencil}
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

/** Applications that use the token get an error until someone answers for it. */
function TakeOver({ token }: { token: AccessToken }) {
  const { mutate, isPending, error } = useMutation({ mutationFn: () => takeOver(token) });
  return (
    <div className="space-y-3 px-5 pt-3">
      <Alert
        tone="warning"
        title="The member who answered for this token has left"
        action={
          <Button
            size="sm"
            icon={UserCheck}
            busy={isPending}
            aria-label={`Take over ${token.tokenName}`}
            onClick={() => mutate()}
          >
            Take over
          </Button>
        }
      >
        It is refused until an admin takes it over. Revoke it if it is not needed any more.
      </Alert>
      {error && <ActionFailed error={error} />}
    </div>
  );
}

/** Optimistic: the switch keeps the new position unless the server rejects the change. */
function wanted(token: AccessToken, change: { isPending: boolean; variables: boolean | undefined }): boolean {
  return change.isPending && change.variables !== undefined ? change.variables : token.isActive;
}

/** Status of the token, and a warning before it expires. */
function TokenBadges({ token, now }: { token: AccessToken; now: Date }) {
  const status = tokenStatus(token, now);
  return (
    <span className="flex flex-wrap gap-1">
      {status === 'inactive' || status === 'stopped' ? (
        <Badge tone={status === 'stopped' ? 'expired' : 'unknown'} icon={CircleMinus}>
          {status === 'stopped' ? 'Stopped' : 'Inactive'}
        </Badge>
      ) : (
        <StatusBadge status={status} />
      )}
      {token.expiresAt !== null && endsSoon(token, now) && (
        <Badge tone="expiring" icon={Clock}>
          Expires {timeLeft(token.expiresAt, now)}
        </Badge>
      )}
    </span>
  );
}

/** Usage count, last use and expiry of a token. */
function TokenDetails({ token, now }: { token: AccessToken; now: Date }) {
  const { usageCount, lastUsedAt, createdAt, expiresAt, createdBy } = token;
  return (
    <FactList>
      <Fact label="Usage">{formatCount(usageCount, 'request')}</Fact>
      <Fact label="Last used">
        {lastUsedAt ? <Moment instant={lastUsedAt}>{formatAgo(lastUsedAt, now)}</Moment> : 'never'}
      </Fact>
      <Fact label="Created">
        <Day instant={createdAt} />
        {createdBy && ` by ${createdBy}`}
      </Fact>
      <Fact label="Expires">{expiresAt ? <Day instant={expiresAt} /> : 'never'}</Fact>
    </FactList>
  );
}

function Moment({ instant, children }: { instant: string; children: ReactNode }) {
  return (
    <time dateTime={instant} title={instant}>
      {children}
    </time>
  );
}

/** The day in the user's time zone, as it was chosen. */
function Day({ instant }: { instant: string }) {
  return <Moment instant={instant}>{formatDate(localDay(new Date(instant)))}</Moment>;
}
