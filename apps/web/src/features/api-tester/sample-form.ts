import type { ConfigReply } from '@warranty/contracts/system';
import { emptyForm, type TesterForm } from './tester-form.ts';

/** A request that works without real keys: sample data accepts any key. */
export function sampleForm({ demo, samples }: ConfigReply): TesterForm | null {
  const device = samples.find(({ manufacturer }) => manufacturer === 'Dell');
  if (!demo || !device) return null;
  return {
    ...emptyForm,
    vendor: 'dell',
    operation: 'asset-entitlements',
    parameters: { servicetags: device.identifier },
    clientId: 'demo',
    clientSecret: 'demo',
  };
}
