import type { KeyType } from '@warranty/contracts/vendors/vendor';
import { useState } from 'react';
import { serverMessageOr } from '../../lib/error-text.ts';
import { isUserMismatch } from '../../lib/session.ts';
import { useVendorKeys } from '../../lib/vendor-keys.ts';
import { ConfigureDialog } from './ConfigureDialog.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import { RecoveryCodeDialog } from './RecoveryCodeDialog.tsx';
import { ThisBrowser } from './ThisBrowser.tsx';
import { useVendorKeyChanges } from './useVendorKeyChanges.ts';
import { VendorList, VendorListSkeleton } from './VendorList.tsx';
import { vendorViews } from './vendor-view.ts';

/** The page content once the user is known. */
export function VendorKeys({ userId }: { userId: string }) {
  const { data, error, isFetching, refetch } = useVendorKeys();
  const changes = useVendorKeyChanges(userId);
  const [configuring, setConfiguring] = useState<{ vendor: string; keyType: KeyType } | null>(null);
  const vendors = vendorViews(data ?? [], changes.tested);
  const failed = error !== null && !isFetching && (
    <LoadFailed
      reason={serverMessageOr(error, 'Failed to fetch API key configurations')}
      onRetry={() => (isUserMismatch(error) ? location.reload() : refetch())}
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
        />
      ) : (
        isFetching && <VendorListSkeleton />
      )}
      <ThisBrowser userId={userId} vendors={data ? vendors : null} />
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
        <RecoveryCodeDialog code={changes.recoveryCode} first onClose={changes.hideRecoveryCode} />
      )}
    </div>
  );
}
