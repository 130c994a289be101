import type { KeyType } from '@warranty/contracts/vendors/vendor';
import { useState } from 'react';
import { userMessageOr } from '../../lib/api/error-text.ts';
import { RecoveryCodeDialog } from '../../shared/secrets/RecoveryCodeDialog.tsx';
import { refetchOrReload } from '../../shared/session/refetch.ts';
import { useVendorKeys } from '../../shared/vendors/vendor-keys.ts';
import { ConfigureDialog } from './ConfigureDialog.tsx';
import { LoadFailed } from './KnownUser.tsx';
import { useVendorKeyChanges } from './use-vendor-key-changes.ts';
import { VendorList, VendorListSkeleton } from './VendorList.tsx';
import { vendorViews } from './vendor-view.ts';

/** The keys of every vendor, once the user is known. */
export function VendorKeys({ username }: { username: string }) {
  const query = useVendorKeys();
  const { data, error, isFetching } = query;
  const changes = useVendorKeyChanges(username);
  const [configuring, setConfiguring] = useState<{ vendor: string; keyType: KeyType } | null>(null);
  const vendors = vendorViews(data ?? [], changes.tested);
  const failed = error !== null && !isFetching && (
    <LoadFailed
      reason={userMessageOr(error, 'Failed to fetch API key configurations')}
      onRetry={() => refetchOrReload(query)}
      stale={data !== undefined}
    />
  );
  return (
    <div className="space-y-8">
      {failed}
      {data ? (
        <VendorList
          vendors={vendors}
          onConfigure={(vendor, keyType) => setConfiguring({ vendor, keyType })}
          onDelete={changes.remove}
          onTest={changes.testSaved}
        />
      ) : (
        isFetching && <VendorListSkeleton />
      )}
      {configuring && (
        <ConfigureDialog
          start={configuring}
          vendors={vendors}
          onSave={changes.save}
          onTest={changes.test}
          onClose={() => setConfiguring(null)}
        />
      )}
      {changes.recoveryCode !== null && (
        <RecoveryCodeDialog
          code={changes.recoveryCode}
          description="You saved your first key. There is no password: use this code to access your keys from another browser."
          onClose={changes.hideRecoveryCode}
        />
      )}
    </div>
  );
}
