import { repeat, withoutVowels } from './alphabets.ts';
import {
  clientKeysFrom,
  defaultTimeouts,
  getRequest,
  noRecord,
  textParameter,
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

/** All operations take one service tag. */
function operation(
  id: string,
  name: string,
  summary: string,
  path: string,
  parameter: 'servicetag' | 'servicetags',
): VendorOperation<'dell'> {
  const serviceTag = {
    ...textParameter(parameter),
    in: 'query',
    required: true,
    pattern: '^[A-Z0-9]{7,8}$',
    transform: 'upper',
    example: '7XK2P93',
    description: 'The service tag on the label of the device.',
  } as const;
  return { id, name, summary, ...getRequest, base: 'dell', path, parameters: [serviceTag] };
}

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
  serialsPerCall: 100,
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
      operation(
        'asset-entitlements',
        'Asset warranty',
        'The device with its warranties and services.',
        paths.entitlements,
        'servicetags',
      ),
      operation(
        'assets',
        'Asset header',
        'Basic device data: model, ship date, country.',
        paths.assets,
        'servicetags',
      ),
      operation(
        'asset-components',
        'Asset details',
        'The original factory components.',
        paths.components,
        'servicetag',
      ),
      operation(
        'asset-entitlement-components',
        'Asset summary',
        'Warranties and components of the device.',
        paths.entitlementComponents,
        'servicetag',
      ),
    ],
  },
} as const satisfies VendorDefinition;
