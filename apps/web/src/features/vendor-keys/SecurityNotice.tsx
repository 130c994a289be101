import { useConfig } from '../../lib/config.ts';
import { Alert } from '../../ui/Alert.tsx';

export function SecurityNotice() {
  const demo = useConfig()?.demo ?? false;
  return (
    <div className="grid gap-3 lg:auto-cols-fr lg:grid-flow-col">
      <Alert title="Keys are stored encrypted, and only masked values are shown">
        A key can be replaced or deleted, never read. In production, real authentication would replace the
        demo identity.
      </Alert>
      {demo && (
        <Alert tone="warning" title="Sample data: do not enter real keys">
          No vendor is asked here. Any made-up value works; one with “bad” in it is refused.
        </Alert>
      )}
    </div>
  );
}
