import { keyLabel, keyNames } from '@warranty/contracts/vendors/vendor';
import { Eye, EyeOff, KeyRound, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNow } from '../../lib/browser/use-now.ts';
import { formatAgo } from '../../lib/format/age.ts';
import { Button } from '../../ui/button/Button.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import type { KeyView } from './vendor-view.ts';

interface KeyRowProps {
  vendorName: string;
  entry: KeyView;
  onConfigure: () => void;
  onDelete: () => Promise<void>;
}

/** One key that a vendor needs: what is stored, and the available actions. */
export function KeyRow({ vendorName, entry, onConfigure, onDelete }: KeyRowProps) {
  const configure = useRef<HTMLButtonElement>(null);
  const noun = `${vendorName} ${keyNames[entry.type]}`;
  const isStored = entry.masked !== null;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-4">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{keyLabel(entry.type)}</span>
          <code className="text-ink-3 text-xs">{entry.type}</code>
        </p>
        {entry.masked === null ? (
          <p className="mt-1 flex min-h-7 items-center text-ink-2">Not configured</p>
        ) : (
          <MaskedValue masked={entry.masked} noun={noun} />
        )}
        {isStored && <Remarks entry={entry} />}
      </div>
      <div className="flex items-center gap-1">
        <Button
          ref={configure}
          icon={KeyRound}
          aria-label={`${isStored ? 'Update' : 'Configure'} ${noun}`}
          onClick={onConfigure}
        >
          {isStored ? 'Update' : 'Configure'}
        </Button>
        {isStored && (
          <ConfirmDialog
            title={`Delete the ${noun}?`}
            description={`The key is deleted from the server and can no longer be used for lookups. This cannot be undone.`}
            confirmLabel="Delete"
            onConfirm={onDelete}
            returnFocusTo={configure}
            trigger={<IconButton label={`Delete ${noun}`} icon={Trash2} />}
          />
        )}
      </div>
    </li>
  );
}

/** The server only ever returns a masked value, and even that is hidden until the user reveals it. */
function MaskedValue({ masked, noun }: { masked: string; noun: string }) {
  const [shown, setShown] = useState(false);
  return (
    <p className="mt-1 flex min-h-7 items-center gap-1">
      {shown ? (
        <span className="wrap-anywhere font-mono">{masked}</span>
      ) : (
        <span className="text-ink-2">Saved (hidden)</span>
      )}
      <IconButton
        size="sm"
        label={shown ? `Hide masked ${noun}` : `Show masked ${noun}`}
        icon={shown ? EyeOff : Eye}
        onClick={() => setShown(!shown)}
      />
    </p>
  );
}

function Remarks({ entry: { description, updatedAt } }: { entry: KeyView }) {
  const now = useNow();
  if (!description && !updatedAt) return null;
  return (
    <p className="mt-0.5 wrap-anywhere text-ink-2 text-sm">
      {description}
      {description && updatedAt && ' · '}
      {updatedAt && (
        <time dateTime={updatedAt} title={updatedAt}>
          updated {formatAgo(updatedAt, now)}
        </time>
      )}
    </p>
  );
}
