import type { VendorConfig } from '@warranty/contracts/vendor-keys';
import type { LightMyRequestResponse } from 'fastify';
import type { Log } from '../src/platform/log.ts';
import { startVendorFixture, type VendorFixture } from './vendor.ts';

export { appleKeys } from '../../../harness/apple-keys.ts';

export interface KeyUser {
  userId: string;
  cookie: string;
  /** Calls `/api/user/{userId}/api-keys` plus `rest`. */
  call(method: 'GET' | 'POST' | 'DELETE', rest?: string, payload?: object): Promise<LightMyRequestResponse>;
  list(): Promise<LightMyRequestResponse>;
  config(vendor: string): Promise<VendorConfig>;
  save(
    vendor: string,
    keyType: string,
    keyValue: string,
    description?: string,
  ): Promise<LightMyRequestResponse>;
  test(vendor: string, keyType: string, keyValue: string): Promise<LightMyRequestResponse>;
  lookup(modelNumber: string, manufacturer: string): Promise<LightMyRequestResponse>;
}

export interface KeyFixture extends VendorFixture {
  startUser(): Promise<KeyUser>;
  /** Makes every write to the audit log fail while `work` runs. */
  withoutAudit(work: () => Promise<void>): Promise<void>;
}

/** The application with the simulator as every vendor, and users who store keys. */
export async function startKeyFixture(
  env: Record<string, string> = {},
  log?: Log,
  options: { worker?: boolean } = {},
): Promise<KeyFixture> {
  const scene = await startVendorFixture(env, log, options);
  const { send, database } = scene.server;

  async function startUser(): Promise<KeyUser> {
    const { userId, cookie } = await scene.server.startSession();
    const call: KeyUser['call'] = (method, rest = '', payload) =>
      send(method, `/api/user/${userId}/api-keys${rest}`, { cookie, payload });
    return {
      userId,
      cookie,
      call,
      list: () => call('GET'),
      async config(vendor) {
        const { configs } = (await call('GET')).json<{ configs: VendorConfig[] }>();
        const found = configs.find((config) => config.vendor === vendor);
        if (!found) throw new Error(`${vendor} is not listed`);
        return found;
      },
      save: (vendor, keyType, keyValue, description) =>
        call('POST', '', { vendor, keyType, keyValue, description }),
      test: (vendor, keyType, keyValue) => call('POST', '/test', { vendor, keyType, keyValue }),
      lookup: (modelNumber, manufacturer) =>
        send('POST', '/api/warranty/lookup', { cookie, payload: { modelNumber, manufacturer } }),
    };
  }

  return {
    ...scene,
    startUser,
    async withoutAudit(work) {
      await database.query('alter table audit_events add constraint closed check (false) not valid');
      try {
        await work();
      } finally {
        await database.query('alter table audit_events drop constraint closed');
      }
    },
  };
}
