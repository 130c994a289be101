import { useMutation } from '@tanstack/react-query';
import { saveVendorKey } from '@warranty/contracts/vendor-keys';
import type { KeyType } from '@warranty/contracts/vendors/vendor';
import { PlugZap, Trash2 } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { RoleGate } from '../../shared/session/RoleGate.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { ConfiguredBadge } from './ConfiguredBadge.tsx';
import { KeyGuide } from './KeyGuide.tsx';
import { KeyRow } from './KeyRow.tsx';
import { KeyUse } from './KeyUse.tsx';
import { useServerAnswers } from './use-server-answers.ts';
import { storedCount, type VendorView } from './vendor-view.ts';

export interface VendorPanelProps {
  vendor: VendorView;
  /** Whether to show the frame, name and badge; false if the panel is below its row in the list. */
  headed: boolean;
  onConfigure: (vendor: string, keyType: KeyType) => void;
  onDelete: (vendor: string, keyType?: KeyType) => Promise<void>;
  /** Tests the saved keys. */
  onTest: (vendor: string) => Promise<void>;
}

export function VendorPanel({ vendor, headed, onConfigure, onDelete, onTest }: VendorPanelProps) {
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
      <RoleGate endpoint={saveVendorKey} padded>
        <ul
          ref={keys}
          tabIndex={-1}
          aria-label={`${vendor.name} keys`}
          className="divide-y divide-line focus-visible:-outline-offset-2"
        >
          {vendor.keys.map((key) => (
            <KeyRow
              key={key.type}
              vendorName={vendor.name}
              entry={key}
              onConfigure={() => onConfigure(vendor.id, key.type)}
              onDelete={() => onDelete(vendor.id, key.type)}
            />
          ))}
        </ul>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t px-5 py-4">
          <KeyUse vendor={vendor} />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            {storedCount(vendor) === vendor.keys.length && <TestSaved vendor={vendor} onTest={onTest} />}
            {vendor.keys.length > 1 && storedCount(vendor) > 0 && (
              <DeleteAll vendor={vendor} onDelete={onDelete} returnFocusTo={keys} />
            )}
          </div>
        </div>
      </RoleGate>
      <KeyGuide vendor={vendor} />
    </Card>
  );
}

/** Details that the badge does not show. */
function Standing({ vendor }: { vendor: VendorView }) {
  const serverAnswers = useServerAnswers(vendor);
  if (!vendor.testedOnly && !serverAnswers) return null;
  return (
    <div className="space-y-3 px-5 pt-4">
      {vendor.testedOnly && (
        <Alert tone="warning" title="Tested, not saved">
          {vendor.name} accepted the key, but lookups only use saved keys. The “Configured” status is lost
          when you leave this page unless you save all keys.
        </Alert>
      )}
      {serverAnswers && (
        <Alert title="Dell lookups already work with this server’s own keys">
          Save your own keys to use them instead. If Dell rejects your keys, lookups fail and do not fall back
          to the server’s keys.
        </Alert>
      )}
    </div>
  );
}

/** Stands out until the saved keys are tested. */
function TestSaved({ vendor, onTest }: Pick<VendorPanelProps, 'vendor' | 'onTest'>) {
  const test = useMutation({ mutationFn: () => onTest(vendor.id) });
  return (
    <Button
      variant={vendor.isUntested ? 'primary' : 'secondary'}
      size="sm"
      icon={PlugZap}
      busy={test.isPending}
      busyLabel="Testing..."
      aria-label={`Test saved keys of ${vendor.name}`}
      onClick={() => test.mutate()}
    >
      Test saved keys
    </Button>
  );
}

interface DeleteAllProps extends Pick<VendorPanelProps, 'vendor' | 'onDelete'> {
  returnFocusTo: RefObject<HTMLElement | null>;
}

function DeleteAll({ vendor, onDelete, returnFocusTo }: DeleteAllProps) {
  return (
    <ConfirmDialog
      title={`Delete all ${vendor.name} keys?`}
      description={`All saved ${vendor.name} keys are deleted and can no longer be used for lookups. This cannot be undone.`}
      confirmLabel="Delete all"
      onConfirm={() => onDelete(vendor.id)}
      returnFocusTo={returnFocusTo}
      trigger={
        <Button
          variant="ghost"
          size="sm"
          icon={Trash2}
          aria-label={`Delete all ${vendor.name} keys`}
          className="-mx-3"
        >
          Delete all
        </Button>
      }
    />
  );
}
