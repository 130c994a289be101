import type { KeyType } from '@warranty/contracts/vendors';
import { Trash2 } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { useConfig } from '../../lib/config.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ConfiguredBadge } from './ConfiguredBadge.tsx';
import { KeyGuide } from './KeyGuide.tsx';
import { KeyRow } from './KeyRow.tsx';
import { KeyUse } from './KeyUse.tsx';
import { storedCount, type VendorView } from './vendor-view.ts';

interface VendorPanelProps {
  vendor: VendorView;
  /** With a frame, the name and the badge; without, where it stands below its row of the list. */
  headed: boolean;
  onConfigure: (keyType: KeyType) => void;
  onDelete: (keyType?: KeyType) => Promise<void>;
}

export function VendorPanel({ vendor, headed, onConfigure, onDelete }: VendorPanelProps) {
  const keys = useRef<HTMLUListElement>(null);
  return (
    <Card
      as="section"
      className={headed ? undefined : 'rounded-none border-0'}
      {...(headed ? { 'aria-labelledby': 'vendor' } : { 'aria-label': `${vendor.name} keys` })}
    >
      {headed && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b px-5 py-4">
          <h3 id="vendor" className="font-semibold text-xl">
            {vendor.name}
          </h3>
          <ConfiguredBadge configured={vendor.configured} />
        </div>
      )}
      <Standing vendor={vendor} />
      <ul
        ref={keys}
        tabIndex={-1}
        aria-label={`Keys of ${vendor.name}`}
        className="divide-y divide-line focus-visible:-outline-offset-2"
      >
        {vendor.keys.map((key) => (
          <KeyRow
            key={key.type}
            vendorName={vendor.name}
            entry={key}
            onConfigure={() => onConfigure(key.type)}
            onDelete={() => onDelete(key.type)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t px-5 py-4">
        <KeyUse vendor={vendor} />
        {vendor.keys.length > 1 && storedCount(vendor) > 0 && (
          <DeleteAll vendor={vendor} onDelete={onDelete} returnFocusTo={keys} />
        )}
      </div>
      <KeyGuide vendor={vendor} />
    </Card>
  );
}

/** What the badge alone would leave open. */
function Standing({ vendor }: { vendor: VendorView }) {
  const dellReady = useConfig()?.dellReady ?? false;
  const systemAnswers = vendor.id === 'dell' && dellReady && storedCount(vendor) < vendor.keys.length;
  if (!vendor.testedOnly && !systemAnswers) return null;
  return (
    <div className="space-y-3 px-5 pt-4">
      {vendor.testedOnly && (
        <Alert tone="warning" title="Tested, not saved">
          {vendor.name} accepted the key, but lookups use stored keys only. “Configured” goes when you leave
          this page, unless every key is saved.
        </Alert>
      )}
      {systemAnswers && (
        <Alert title="Dell answers already, on this installation’s own keys">
          Store yours to use them instead. If Dell refuses them, the lookup says so and does not fall back.
        </Alert>
      )}
    </div>
  );
}

interface DeleteAllProps {
  vendor: VendorView;
  onDelete: () => Promise<void>;
  returnFocusTo: RefObject<HTMLElement | null>;
}

function DeleteAll({ vendor, onDelete, returnFocusTo }: DeleteAllProps) {
  return (
    <ConfirmDialog
      title={`Delete all ${vendor.name} keys?`}
      description={`Every stored key of ${vendor.name} is deleted. Lookups cannot use them any more, and nobody can bring them back.`}
      confirmLabel="Delete all"
      onConfirm={() => onDelete()}
      returnFocusTo={returnFocusTo}
      trigger={
        <Button
          variant="ghost"
          size="sm"
          icon={<Trash2 aria-hidden size={14} />}
          aria-label={`Delete all ${vendor.name} keys`}
          className="-mx-3"
        >
          Delete all
        </Button>
      }
    />
  );
}
