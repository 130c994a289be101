import { ciscoBatchSize, createCisco } from '@warranty/connectors/cisco/cisco';
import type { ApiKey, ClientKeys, Connector } from '@warranty/connectors/connector';
import { createDell, dellBatchSize } from '@warranty/connectors/dell/dell';
import { createHp, hpBatchSize } from '@warranty/connectors/hp/hp';
import { createLenovo, lenovoBatchSize } from '@warranty/connectors/lenovo/lenovo';
import { createMeraki, merakiBatchSize } from '@warranty/connectors/meraki/meraki';
import { VendorError } from '@warranty/connectors/outcome';
import type { Send } from '@warranty/connectors/send';
import type { KeyType } from '@warranty/contracts/vendors';

type Keys = Partial<Record<KeyType, string>>;

/** Scheme and host of every vendor's API. */
export interface VendorAddresses {
  dell: string;
  lenovo: string;
  /** The API of Lenovo's own support pages, which needs no key. */
  lenovoSupport: string;
  hp: string;
  cisco: string;
  ciscoToken: string;
  meraki: string;
}

/** Creates connectors by vendor id. To add a vendor, add a folder to the connectors package and a line here. */
export function createVendorApis(addresses: VendorAddresses) {
  const connectors: Record<string, (common: { send: Send; now: () => number }, keys: Keys) => Connector> = {
    dell: (common, keys) => createDell({ ...common, baseUrl: addresses.dell, keys: clientKeys(keys) }),
    lenovo: (common, keys) => createLenovo({ ...common, baseUrl: addresses.lenovo, keys: apiKey(keys) }),
    hp: (common, keys) => createHp({ ...common, baseUrl: addresses.hp, keys: clientKeys(keys) }),
    cisco: (common, keys) =>
      createCisco({
        ...common,
        baseUrl: addresses.cisco,
        tokenBaseUrl: addresses.ciscoToken,
        keys: clientKeys(keys),
      }),
    meraki: (common, keys) => createMeraki({ ...common, baseUrl: addresses.meraki, keys: apiKey(keys) }),
  };
  return {
    /** Maximum serials per lookup. */
    batchSizes,
    connect(vendor: string, keys: Keys, send: Send): Connector {
      const create = connectors[vendor];
      if (!create) throw new Error(`no connector for ${vendor}`);
      return create({ send, now: Date.now }, keys);
    },
  };
}

const batchSizes: Record<string, number> = {
  dell: dellBatchSize,
  lenovo: lenovoBatchSize,
  hp: hpBatchSize,
  cisco: ciscoBatchSize,
  meraki: merakiBatchSize,
};

/** Keys may have been deleted since they were checked. */
const gone = () => new VendorError('key-refused', 'a needed key is not stored');

function clientKeys({ client_id: clientId, client_secret: clientSecret }: Keys): ClientKeys {
  if (!clientId || !clientSecret) throw gone();
  return { clientId, clientSecret };
}

function apiKey({ api_key: key }: Keys): ApiKey {
  if (!key) throw gone();
  return { apiKey: key };
}
