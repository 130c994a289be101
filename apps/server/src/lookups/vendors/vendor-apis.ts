import { createApple } from '@warranty/connectors/apple/apple';
import type { AppleKeys } from '@warranty/connectors/apple/assertion';
import { createCisco } from '@warranty/connectors/cisco/cisco';
import type { ApiKey, ClientKeys, Connector } from '@warranty/connectors/connector';
import { createDell } from '@warranty/connectors/dell/dell';
import { createHp } from '@warranty/connectors/hp/hp';
import { createLenovo } from '@warranty/connectors/lenovo/lenovo';
import { createMeraki } from '@warranty/connectors/meraki/meraki';
import { VendorError } from '@warranty/connectors/outcome';
import type { Send } from '@warranty/connectors/send';
import type { VendorBases, VendorId } from '@warranty/contracts/vendors';
import type { KeyType } from '@warranty/contracts/vendors/vendor';

/** The keys of a vendor in clear text, by type. */
export type ClearKeys = Partial<Record<KeyType, string>>;

export type Connect = ReturnType<typeof createVendorApis>;

/** Creates the connector of a vendor. */
export function createVendorApis(bases: VendorBases) {
  type Create = (common: { send: Send; now: () => number }, keys: ClearKeys) => Connector;
  const connectors = {
    dell: (common, keys) => createDell({ ...common, baseUrl: bases.dell, keys: clientKeys(keys) }),
    lenovo: (common, keys) => createLenovo({ ...common, baseUrl: bases.lenovo, keys: apiKey(keys) }),
    hp: (common, keys) => createHp({ ...common, baseUrl: bases.hp, keys: clientKeys(keys) }),
    apple: (common, keys) =>
      createApple({
        ...common,
        baseUrls: { business: bases.apple, school: bases.appleSchool, token: bases.appleToken },
        keys: appleKeys(keys),
      }),
    cisco: (common, keys) =>
      createCisco({
        ...common,
        baseUrl: bases.cisco,
        tokenBaseUrl: bases.ciscoToken,
        keys: clientKeys(keys),
      }),
    meraki: (common, keys) => createMeraki({ ...common, baseUrl: bases.meraki, keys: apiKey(keys) }),
  } satisfies Record<VendorId, Create>;
  return (vendor: VendorId, keys: ClearKeys, send: Send): Connector =>
    connectors[vendor]({ send, now: Date.now }, keys);
}

/** Keys may have been deleted since they were checked. */
const gone = () => new VendorError('key-refused', 'a needed key is not stored');

function clientKeys({ client_id: clientId, client_secret: clientSecret }: ClearKeys): ClientKeys {
  if (!clientId || !clientSecret) throw gone();
  return { clientId, clientSecret };
}

function apiKey({ api_key: key }: ClearKeys): ApiKey {
  if (!key) throw gone();
  return { apiKey: key };
}

function appleKeys({ client_id: clientId, key_id: keyId, private_key: privateKey }: ClearKeys): AppleKeys {
  if (!clientId || !keyId || !privateKey) throw gone();
  return { clientId, keyId, privateKey };
}
