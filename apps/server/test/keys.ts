import type { VendorConfig } from '@warranty/contracts/vendor-keys';
import { rateVariable, vendorsWithKeys } from '@warranty/contracts/vendors';
import { appleKeys } from '../../../harness/apple-keys.ts';
import type { TestAppOptions } from './app.ts';
import { startVendorFixture } from './vendor.ts';

export { appleKeys };

type VendorName = (typeof vendorsWithKeys)[number]['name'];

/** Settings that let every vendor be called as often as a test needs. */
export const fastVendors = Object.fromEntries(vendorsWithKeys.map(({ id }) => [rateVariable(id), '500']));

/** The application with the simulator as every vendor, and users who store keys. */
export async function startKeyFixture(
  env: Record<string, string> = {},
  options: Omit<TestAppOptions, 'env'> = {},
) {
  const scene = await startVendorFixture(env, options);

  async function startUser(remoteAddress?: string) {
    const session = await scene.server.startSession(undefined, undefined, remoteAddress);
    const { userId, send } = session;
    /** Calls `/api/user/{userId}/api-keys` plus `rest`. */
    const call = (method: 'GET' | 'POST' | 'DELETE', rest = '', payload?: object) =>
      send(method, `/api/user/${userId}/api-keys${rest}`, payload);
    const save = (vendor: string, keyType: string, keyValue: string, description?: string) =>
      call('POST', '', { vendor, keyType, keyValue, description });
    return {
      ...session,
      call,
      save,
      /** Stores all keys that these vendors need, of which the simulator accepts any. */
      async saveKeys(...names: VendorName[]): Promise<void> {
        for (const { name, neededKeys } of vendorsWithKeys.filter((each) => names.includes(each.name)))
          for (const keyType of neededKeys) {
            const apple = appleKeys[keyType as keyof typeof appleKeys];
            await save(name, keyType, name === 'Apple' ? apple : `own-${keyType}-of-${name}`);
          }
      },
      list: () => call('GET'),
      async config(vendor: string): Promise<VendorConfig> {
        const { configs } = (await call('GET')).json<{ configs: VendorConfig[] }>();
        const found = configs.find((config) => config.vendor === vendor);
        if (!found) throw new Error(`${vendor} is not listed`);
        return found;
      },
      test: (vendor: string, keyType: string, keyValue: string) =>
        call('POST', '/test', { vendor, keyType, keyValue }),
      lookup: (modelNumber: string, manufacturer: string) =>
        send('POST', '/api/warranty/lookup', { modelNumber, manufacturer }),
    };
  }
  return {
    ...scene,
    startUser,
    /** Makes every write to the audit log fail while `work` runs. */
    withoutAudit: (work: () => Promise<unknown>) => scene.server.withoutWrites('audit_events', work),
  };
}

type KeyFixture = Awaited<ReturnType<typeof startKeyFixture>>;
export type KeyUser = Awaited<ReturnType<KeyFixture['startUser']>>;
