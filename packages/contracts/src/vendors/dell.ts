import { repeat, withoutVowels } from './alphabets.ts';
import {
  clientKeysFrom,
  defaultTimeouts,
  noRecord,
  type OperationParameter,
  plainText,
  type VendorDefinition,
  type VendorOperation,
} from './vendor.ts';

const paths = {
  token: '/auth/oauth/v2/token',
  entitlements: '/PROD/sbil/eapi/v5/asset-entitlements',
  assets: '/PROD/sbil/eapi/v5/assets',
  components: '/PROD/sbil/eapi/v5/asset-components',
  entitlementComponents: '/PROD/sbil/eapi/v5/asset-entitlement-components',
} as const;

function serviceTag(name: 'servicetag' | 'servicetags'): OperationParameter {
  return {
    ...plainText,
    name,
    wireName: name,
    in: 'query',
    required: true,
    pattern: '^[A-Z0-9]{7,8}$',
    transform: 'upper',
    example: '7XK2P93',
    description: 'The service tag on the label of the device.',
  };
}

const operation = {
  method: 'GET',
  base: 'dell',
  body: null,
} as const satisfies Partial<VendorOperation>;

export const dell = {
  id: 'dell',
  name: 'Dell',
  provider: 'Dell',
  ownedBy: null,
  coverKind: 'warranty',
  reportsStartDates: true,
  neededKeys: ['client_id', 'client_secret'],
  keyGuide: {
    needs:
      'The client ID and the client secret of the TechDirect warranty API. Dell also calls the client ID “API key”.',
    where: 'Request API access in TechDirect. Dell asks for your company’s customer number.',
    wait: 'A few days. Dell reviews every request before it issues keys.',
    note: 'There is no sandbox: the keys work on the live service from the first call.',
    link: { label: 'Dell TechDirect', url: 'https://techdirect.dell.com' },
  },
  bases: {
    dell: {
      url: 'https://apigtwb2c.us.dell.com',
      variable: 'DELL_BASE_URL',
      description: 'the Dell API',
    },
  },
  paths,
  token: { base: 'dell', path: paths.token },
  timeouts: defaultTimeouts,
  rate: { callsPerSecond: 10, per: 'lookup', callsPerDay: null },
  batchSize: 100,
  supportPage: 'https://www.dell.com/support/home/en-us/product-support/servicetag/{serial}/overview',
  selfServicePage: null,
  notKnown: noRecord('Dell'),
  names: {
    aliases: ['dell', 'dell inc', 'dell emc', 'emc', 'alienware'],
    families: [
      ...['latitude', 'optiplex', 'inspiron', 'vostro', 'xps', 'poweredge', 'powervault'],
      ...['powerswitch', 'powerconnect', 'wyse'],
    ],
    patterns: [/\bprecision (?:(?:tower|rack|workstation|mobile|fixed) )*[tmr]?\d{3,4}\b/],
  },
  labelWords: null,
  serial: {
    distinctive: null,
    normalize: null,
    format: {
      alphabets: ['123456789BCDFGHJ', ...repeat(withoutVowels, 6)],
      pattern: /^[1-9BCDFGHJ][0-9B-DF-HJ-NP-TV-Z]{6}$/,
      usual: /[1-5J]$/,
    },
    qualifier: '',
  },
  tester: {
    auth: clientKeysFrom('TechDirect'),
    tip: 'Service tags are converted to uppercase and must be 7-8 alphanumeric characters.',
    operations: [
      {
        ...operation,
        id: 'asset-entitlements',
        name: 'Asset warranty',
        summary: 'The device with its warranties and services.',
        path: paths.entitlements,
        parameters: [serviceTag('servicetags')],
      },
      {
        ...operation,
        id: 'assets',
        name: 'Asset header',
        summary: 'Basic device data: model, ship date, country.',
        path: paths.assets,
        parameters: [serviceTag('servicetags')],
      },
      {
        ...operation,
        id: 'asset-components',
        name: 'Asset details',
        summary: 'The original factory components.',
        path: paths.components,
        parameters: [serviceTag('servicetag')],
      },
      {
        ...operation,
        id: 'asset-entitlement-components',
        name: 'Asset summary',
        summary: 'Warranties and components of the device.',
        path: paths.entitlementComponents,
        parameters: [serviceTag('servicetag')],
      },
    ],
  },
} as const satisfies VendorDefinition;
