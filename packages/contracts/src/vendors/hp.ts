import { digits, letters, repeat, withoutVowels } from './alphabets.ts';
import { clientKeysFrom, defaultTimeouts, noRecord, textParameter, type VendorDefinition } from './vendor.ts';

const paths = { token: '/oauth/v1/token', warranties: '/productwarranty/v2/queries' } as const;

export const hp = {
  id: 'hp',
  name: 'HP',
  provider: 'HP',
  ownedBy: null,
  coverKind: 'warranty',
  reportsStartDates: true,
  neededKeys: ['client_id', 'client_secret'],
  keyGuide: {
    needs: 'The client ID and the client secret of the HP warranty API.',
    where:
      'Contact your HP account manager or email warrantyapi.customers@hp.com. HP then adds you to a group on its developer site, where you can find the credentials.',
    wait: 'There is no self-service and HP gives no estimate, so request access early.',
    note: 'Keys reportedly expire after 90 days; HP emails a renewal link. HPE and Aruba devices need different keys and are not supported.',
    link: { label: 'HP developer site', url: 'https://developers.hp.com' },
  },
  bases: {
    hp: { url: 'https://warranty.api.hp.com', variable: 'HP_BASE_URL', description: 'the HP API' },
  },
  paths,
  token: { base: 'hp', path: paths.token },
  timeouts: defaultTimeouts,
  rate: { callsPerSecond: 4, per: 'request', callsPerDay: null },
  // HP publishes no limit; other clients send between 5 and 50.
  batchSize: 10,
  serialsPerCall: 10,
  supportPage: 'https://support.hp.com/us-en/check-warranty',
  selfServicePage: null,
  notKnown: noRecord('HP'),
  names: {
    aliases: ['hp', 'hp inc', 'hewlett packard', 'compaq'],
    families: [
      ...['elitebook', 'probook', 'zbook', 'elitedesk', 'prodesk', 'eliteone', 'proone', 'elite x2'],
      ...['dragonfly', 'omen', 'pavilion', 'envy', 'spectre', 'omnibook', 'laserjet', 'officejet', 'deskjet'],
      ...['designjet', 'pagewide'],
    ],
    // A bare Z1 or Z4 can also be a network gateway.
    patterns: [/\bz[124568] (?:g\d|mini|sff|tower|workstation)/, /^z[268]$/],
  },
  labelWords: /HSTNN|\bprod\s*id\b/i,
  serial: {
    distinctive: null,
    normalize: null,
    format: {
      alphabets: [...repeat(digits + letters, 3), digits, '012345', digits, ...repeat(withoutVowels, 4)],
      pattern: /^(?=.{0,2}[A-Z])[0-9A-Z]{3}\d(?:0[1-9]|[1-4]\d|5[0-3])[0-9B-DF-HJ-NP-TV-Z]{4}$/,
      usual: /^(?:\d[A-Z]{2}|[A-Z]{3})/,
    },
    qualifier: '#8C2X9UT',
  },
  tester: {
    auth: clientKeysFrom('HP'),
    tip: null,
    operations: [
      {
        id: 'warranties',
        name: 'Product warranty',
        summary: 'The warranties and services of one device.',
        method: 'POST',
        base: 'hp',
        path: paths.warranties,
        body: 'list',
        parameters: [
          {
            ...textParameter('serialNumber'),
            wireName: 'sn',
            in: 'body',
            required: true,
            pattern: '^[A-Z0-9]{8,12}$',
            transform: 'upper',
            example: '5CG4120ABC',
            description: 'The serial number on the label of the device.',
          },
          {
            ...textParameter('productNumber'),
            wireName: 'pn',
            in: 'body',
            example: '8C2X9UT',
            description: 'The product number, for a serial number that several products share.',
          },
          {
            ...textParameter('countryCode'),
            wireName: 'cc',
            in: 'body',
            pattern: '^[A-Z]{2}$',
            transform: 'upper',
            example: 'US',
            description: 'The country the device was sold in.',
          },
        ],
      },
    ],
  },
} as const satisfies VendorDefinition;
