import { type ReactNode, useState } from 'react';
import { useConfig } from '../../shared/server/config.ts';
import { useVendorKeys } from '../../shared/vendors/vendor-keys.ts';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { forgetThisBrowser } from './identity-calls.ts';
import { storedCount, vendorViews } from './vendor-view.ts';

interface ForgetBrowserDialogProps {
  username: string;
  trigger: ReactNode;
}

/** Lists what will be deleted and requires a second confirmation. */
export function ForgetBrowserDialog({ username, trigger }: ForgetBrowserDialogProps) {
  const [sure, setSure] = useState(false);
  const auditDays = useConfig()?.auditDays;
  const storedKeys = useStoredKeysText();
  return (
    <ConfirmDialog
      title="Forget this browser?"
      description={`This deletes the user ${username}, including in other browsers that use it. This cannot be undone. The following will be deleted:`}
      confirmLabel="Delete everything"
      confirmDisabled={!sure}
      onConfirm={forgetThisBrowser}
      onOpenChange={() => setSure(false)}
      trigger={trigger}
    >
      <ul className="list-disc space-y-1 pl-5">
        <li>{storedKeys}</li>
        <li>your recovery code</li>
        <li>your access tokens, agent secrets, bulk runs and discoveries</li>
        <li>recent lookups, lookups that were not sent, and requests saved in this browser</li>
      </ul>
      <p className="mt-4">
        A record of what was done stays {auditDays ? `for ${auditDays} days` : 'for a limited time'} under a
        random ID and is then deleted with the rest of its month. It contains no names, keys or devices.
      </p>
      <div className="mt-4">
        <Checkbox label="Permanently delete all of this data" checked={sure} onCheckedChange={setSure} />
      </div>
    </ConfirmDialog>
  );
}

function useStoredKeysText(): string {
  const { data } = useVendorKeys();
  if (!data) return 'your vendor keys';
  const names = vendorViews(data, new Set())
    .filter((vendor) => storedCount(vendor) > 0)
    .map(({ name }) => name);
  return names.length > 0 ? `your vendor keys: ${names.join(', ')}` : 'your vendor keys (none are stored)';
}
