import { handle } from '../../lib/browser/organization.ts';
import { useIsDemo } from '../../shared/server/config.ts';
import { useSession } from '../../shared/session/session.ts';
import { Alert } from '../../ui/feedback/Alert.tsx';

export function SecurityNotice() {
  const demo = useIsDemo();
  const { organization } = useSession().data ?? {};
  return (
    <div className="grid gap-3 lg:auto-cols-fr lg:grid-flow-col">
      <Alert title="Keys are stored encrypted, and only masked values are shown">
        {handle === null
          ? 'You can replace or delete a key but not view it. In production, real authentication would replace the demo identity.'
          : `Keys belong to ${organization?.name ?? 'the organization'}. Members use them in lookups; no one can read them.`}
      </Alert>
      {demo && (
        <Alert tone="warning" title="Sample data: do not enter real keys">
          Vendors are not contacted in demo mode. Any value works, except one that contains “bad”. Apple’s
          client ID starts with “BUSINESSAPI.” and a UUID follows; its private key can be any P-256 key.
        </Alert>
      )}
    </div>
  );
}
