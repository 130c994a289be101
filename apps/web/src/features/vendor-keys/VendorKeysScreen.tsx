import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { userMessageOr } from '../../lib/error-text.ts';
import { useSession } from '../../lib/session.ts';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import { SecurityNotice } from './SecurityNotice.tsx';
import { VendorKeys } from './VendorKeys.tsx';

interface VendorKeysScreenProps {
  actions: ReactNode;
  /** Further sections, shown once the user is known. */
  children: ReactNode;
}

export default function VendorKeysScreen({ actions, children }: VendorKeysScreenProps) {
  const session = useSession();
  return (
    <>
      <ScreenHeader back={<BackToWarrantyLookup />} actions={actions} />
      <div className="mt-6">
        <SecurityNotice />
      </div>
      <div className="mt-8">
        {session.data ? (
          <div className="space-y-8">
            <VendorKeys key={session.data} userId={session.data} />
            {children}
          </div>
        ) : session.isFetching ? (
          <LoadingState label="Connecting..." />
        ) : (
          <LoadFailed
            reason={userMessageOr(session.error, 'Failed to create session with demo user')}
            onRetry={session.refetch}
          />
        )}
      </div>
    </>
  );
}

function BackToWarrantyLookup() {
  return (
    <Link to="/" className="inline-flex min-h-6 items-center gap-1.5 text-ink-2 hover:text-ink">
      <ArrowLeft aria-hidden size={14} />
      Back to Warranty Lookup
    </Link>
  );
}
