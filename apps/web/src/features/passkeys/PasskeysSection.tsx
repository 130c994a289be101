import type { Passkey } from '@warranty/contracts/passkeys';
import { Fingerprint, Plus, Trash2, TriangleAlert } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { useNow } from '../../lib/browser/use-now.ts';
import { formatAgo } from '../../lib/format/age.ts';
import { formatDate, localDay } from '../../lib/format/format-date.ts';
import { ListSection } from '../../shared/session/ListSection.tsx';
import { canUsePasskeys } from '../../shared/session/passkey.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { AddPasskey } from './AddPasskey.tsx';
import { remove, usePasskeys } from './use-passkeys.ts';

/** As the server decides. */
const maxPasskeys = 10;

/** What the person signs in with. */
export function PasskeysSection() {
  const query = usePasskeys();
  const [adding, setAdding] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const isFull = (query.data?.length ?? 0) >= maxPasskeys;
  const obstacle = isFull
    ? `You have ${maxPasskeys} passkeys, which is the limit. Delete one to add another one.`
    : !canUsePasskeys() &&
      'This browser cannot create passkeys. Use a newer browser, on the address of this server.';
  return (
    <>
      <ListSection
        title="Passkeys"
        description="You sign in with a passkey: the fingerprint, face or PIN of a device, or a security key. Add one for each device that you use."
        actions={
          <Button
            ref={addButton}
            icon={Plus}
            disabled={obstacle !== false}
            onClick={() => setAdding(true)}
            className="max-sm:flex-1"
          >
            Add passkey
          </Button>
        }
        query={query}
        failed={{ title: 'Failed to load your passkeys.', reason: 'The server did not respond.' }}
        skeleton={<Skeleton className="h-20 w-full" />}
        empty={
          <EmptyState icon={Fingerprint} title="No passkeys yet" level={3}>
            Without one you can sign in only with a link from the administrator of this server.
          </EmptyState>
        }
      >
        {(passkeys, headingId) => (
          <PasskeyList passkeys={passkeys} headingId={headingId} returnFocusTo={addButton} />
        )}
      </ListSection>
      {obstacle && <p className="mt-3 text-ink-2 text-sm">{obstacle}</p>}
      {adding && <AddPasskey onClose={() => setAdding(false)} />}
    </>
  );
}

interface PasskeyListProps {
  passkeys: Passkey[];
  headingId: string;
  returnFocusTo: RefObject<HTMLElement | null>;
}

function PasskeyList({ passkeys, headingId, returnFocusTo }: PasskeyListProps) {
  const isOnly = passkeys.length === 1;
  return (
    <>
      <ul
        aria-labelledby={headingId}
        className="divide-y divide-line rounded-card border border-line bg-surface"
      >
        {passkeys.map((passkey) => (
          <Row key={passkey.id} passkey={passkey} isOnly={isOnly} returnFocusTo={returnFocusTo} />
        ))}
      </ul>
      {isOnly && (
        <p className="text-ink-2 text-sm">Your only passkey cannot be deleted. Add another one first.</p>
      )}
    </>
  );
}

interface RowProps {
  passkey: Passkey;
  /** It cannot be deleted. */
  isOnly: boolean;
  returnFocusTo: RefObject<HTMLElement | null>;
}

function Row({ passkey, isOnly, returnFocusTo }: RowProps) {
  const now = useNow();
  const { name, createdAt, lastUsedAt, worksHere } = passkey;
  return (
    <li className="flex items-center justify-between gap-x-3 px-5 py-3">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span className="min-w-0 wrap-anywhere">{name}</span>
          {!worksHere && (
            <Badge
              tone="expiring"
              icon={TriangleAlert}
              title="It was created when this server had another host name"
            >
              Works on another address
            </Badge>
          )}
        </h3>
        <p className="mt-0.5 text-ink-2 text-sm">
          <span title={createdAt}>Created {formatDate(localDay(new Date(createdAt)))}</span>
          {', '}
          {lastUsedAt ? (
            <span title={lastUsedAt}>last used {formatAgo(lastUsedAt, now)}</span>
          ) : (
            'not used yet'
          )}
        </p>
      </div>
      <div className="-mr-3 shrink-0">
        <ConfirmDialog
          title={`Delete the passkey ${name}?`}
          description="You can no longer sign in with it. Delete it on the device as well, or the device goes on offering it. If you signed in long ago, you are asked to sign in again first."
          confirmLabel="Delete"
          onConfirm={() => remove(passkey)}
          returnFocusTo={returnFocusTo}
          trigger={
            <Button
              variant="ghost"
              size="sm"
              icon={Trash2}
              disabled={isOnly}
              aria-label={`Delete the passkey ${name}`}
            >
              Delete
            </Button>
          }
        />
      </div>
    </li>
  );
}
