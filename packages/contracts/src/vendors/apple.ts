import { defaultTimeouts, getRequest, textParameter, type VendorDefinition } from './vendor.ts';

const device = '/v1/orgDevices/{serial}';
const paths = {
  token: '/auth/oauth2/token',
  devices: '/v1/orgDevices',
  device,
  coverage: `${device}/appleCareCoverage`,
} as const;

const serial = {
  ...textParameter('serial'),
  in: 'path',
  required: true,
  pattern: '^[A-Z0-9]{8,14}$',
  transform: 'upper',
  example: 'C02SIMACTVA1',
  description: 'The serial number of a device of the organization.',
} as const;

/** Business and School Manager have the same operations on different hosts. */
const operationsOn = <Base extends string>(base: Base, prefix: '' | 'school-', place: string) =>
  [
    {
      id: `${prefix}coverage`,
      name: `AppleCare coverage (${place})`,
      summary: 'The warranty and the AppleCare plans of one device.',
      ...getRequest,
      base,
      path: paths.coverage,
      parameters: [serial],
    },
    {
      id: `${prefix}device`,
      name: `Device (${place})`,
      summary: 'The model, order and status of one device.',
      ...getRequest,
      base,
      path: paths.device,
      parameters: [serial],
    },
    {
      id: `${prefix}devices`,
      name: `Devices (${place})`,
      summary: 'The devices of the organization, page by page.',
      ...getRequest,
      base,
      path: paths.devices,
      parameters: [
        {
          ...textParameter('limit'),
          in: 'query',
          type: 'number',
          pattern: '^[0-9]{1,4}$',
          example: '100',
          description: 'Devices per page, at most 1000.',
        },
        {
          ...textParameter('cursor'),
          in: 'query',
          example: 'MTAw',
          description: 'The next page, as returned in meta.paging.nextCursor.',
        },
      ],
    },
  ] as const;

/** Apple Business Manager and Apple School Manager, with the API account of an organization. */
export const apple = {
  id: 'apple',
  name: 'Apple',
  provider: 'Apple',
  ownedBy: null,
  coverKind: 'warranty',
  reportsStartDates: true,
  neededKeys: ['client_id', 'key_id', 'private_key'],
  keyGuide: {
    needs:
      'The client ID, the key ID and the private key (.pem) of an API account in Apple Business Manager or Apple School Manager.',
    where:
      'An administrator creates the API account under Preferences, API, and downloads the private key. It can be downloaded only once.',
    wait: 'Immediate. You create the account yourself.',
    note: 'The account only knows your organization’s devices. Apple allows one device per call, so long lists take time.',
    link: { label: 'Apple Business Manager', url: 'https://business.apple.com' },
  },
  bases: {
    apple: {
      url: 'https://api-business.apple.com',
      variable: 'APPLE_BASE_URL',
      description: 'the Apple Business Manager API',
    },
    appleSchool: {
      url: 'https://api-school.apple.com',
      variable: 'APPLE_SCHOOL_BASE_URL',
      description: 'the Apple School Manager API',
    },
    appleToken: {
      url: 'https://account.apple.com',
      variable: 'APPLE_TOKEN_BASE_URL',
      description: 'the Apple token service',
    },
  },
  paths,
  token: { base: 'appleToken', path: paths.token },
  timeouts: defaultTimeouts,
  // Apple publishes no limit. Clients report that 7 calls per second are too many.
  rate: { callsPerSecond: 3, per: 'request', callsPerDay: null },
  // A batch that fails is repeated as a whole.
  batchSize: 10,
  serialsPerCall: 1,
  supportPage: 'https://checkcoverage.apple.com',
  selfServicePage: 'https://checkcoverage.apple.com',
  notKnown:
    "'{serial}' is not in your organization's Apple Business Manager or Apple School Manager. Other Apple devices can be checked on checkcoverage.apple.com.",
  names: {
    aliases: ['apple', 'apple inc'],
    families: ['macbook', 'imac', 'mac mini', 'mac studio', 'mac pro', 'ipad', 'iphone'],
    patterns: [/^(?:mac|macbookpro|macbookair|macmini|imac|macpro|ipad|iphone)\d+,\d+$/, /^a\d{4}$/],
  },
  labelWords: null,
  serial: { distinctive: null, normalize: null, format: null, qualifier: '' },
  tester: {
    auth: {
      type: 'bearer',
      headerName: null,
      needs: 'an access token',
      description: 'An access token of the API account. It is valid for 60 minutes.',
    },
    tip: null,
    operations: [
      ...operationsOn('apple', '', 'Business'),
      ...operationsOn('appleSchool', 'school-', 'School'),
    ],
  },
} as const satisfies VendorDefinition;
