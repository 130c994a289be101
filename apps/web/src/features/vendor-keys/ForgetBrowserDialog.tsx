import { type ReactNode, useState } from 'react';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { forgetThisBrowser } from './identity-calls.ts';
import { storedCount, type VendorView } from './vendor-view.ts';

interface ForgetBrowserDialogProps {
  userId: string;
  vendors: VendorView[] | null;
  trigger: ReactNode;
}

/** Names what goes, and asks for a second sign of the will. */
export function ForgetBrowserDialog({ userId, vendors, trigger }: ForgetBrowserDialogProps) {
  const [sure, setSure] = useState(false);
  return (
    <ConfirmDialog
      title="Forget this browser?"
      description={`The user ${userId} is deleted, also for other browsers that act as it. Nobody can bring it back. This is deleted:`}
      confirmLabel="Delete everything"
      confirmDisabled={!sure}
      onConfirm={forgetThisBrowser}
      onOpenChange={() => setSure(false)}
      trigger={trigger}
    >
      <ul className="list-disc space-y-1 pl-5">
        <li>{formatKeys(vendors)}</li>
        <li>your recovery code</li>
        <li>your access tokens, agent secrets, bulk runs and discoveries, if there are any</li>
        <li>the recent lookups and requests that this browser keeps</li>
      </ul>
      <div className="mt-4">
        <Checkbox
          label="Delete all of this for good"
          checked={sure}
          onCheckedChange={(checked) => setSure(checked === true)}
        />
      </div>
    </ConfirmDialog>
  );
}

function formatKeys(vendors: VendorView[] | null): string {
  if (!vendors) return 'your vendor keys';
  const names = vendors.filter((vendor) => storedCount(vendor) > 0).map(({ name }) => name);
  return names.length > 0 ? `your vendor keys: ${names.join(', ')}` : 'your vendor keys (none are stored)';
}
