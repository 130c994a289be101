import { letters, repeat, withoutIO } from './alphabets.ts';
import { defaultTimeouts, noRecord, textParameter, type VendorDefinition } from './vendor.ts';

const paths = {
  warranty: '/v2.5/warranty',
  /** Called by Lenovo's own support pages. */
  siteWarranty: '/us/en/api/v4/upsell/redport/getIbaseInfo',
} as const;

export const lenovo = {
  id: 'lenovo',
  name: 'Lenovo',
  provider: 'Lenovo',
  ownedBy: null,
  coverKind: 'warranty',
  reportsStartDates: true,
  neededKeys: ['api_key'],
  keyGuide: {
    needs: 'One API key. Lenovo calls it the ClientID of its Support API.',
    where:
      'Contact your Lenovo representative or partner program. Ask for a key with warranty access (role WebAPI.Warranty).',
    wait: 'Depends on your representative. Lenovo gives no estimate.',
    note: 'Lenovo rate-limits keys but does not publish the limit. Lookups wait when necessary.',
    link: null,
  },
  bases: {
    lenovo: {
      url: 'https://supportapi.lenovo.com',
      variable: 'LENOVO_BASE_URL',
      description: 'the Lenovo API',
    },
    lenovoSupport: {
      url: 'https://pcsupport.lenovo.com',
      variable: 'LENOVO_SUPPORT_BASE_URL',
      description: 'the Lenovo support site',
    },
  },
  paths,
  token: null,
  timeouts: defaultTimeouts,
  rate: { callsPerSecond: 4, per: 'request', callsPerDay: null },
  // Lenovo publishes no limit; other clients send 50.
  batchSize: 50,
  serialsPerCall: 50,
  supportPage: 'https://pcsupport.lenovo.com/us/en/warranty-lookup',
  selfServicePage: null,
  notKnown: noRecord('Lenovo'),
  names: {
    aliases: ['lenovo', 'ibm'],
    families: [
      ...['thinkpad', 'thinkcentre', 'thinkstation', 'thinkbook', 'thinksystem', 'thinkagile', 'thinksmart'],
      ...['thinkvision', 'ideapad', 'ideacentre', 'yoga', 'legion', 'loq'],
    ],
    patterns: [],
  },
  labelWords: /\bMTM\b|\bFRU\b/,
  serial: {
    distinctive: null,
    // The contents of a barcode: 1S, the machine type and model, and the serial.
    normalize: { from: /^1S[0-9A-Z]{10}([0-9A-Z]{8})$/, to: '$1' },
    format: {
      alphabets: [letters, ...repeat(withoutIO, 7)],
      // Not the start of a PPID, which identifies Dell parts.
      pattern: /^(?!(?:CN|KR|TW|MX|TH|VN|MY|PH|JP|US|BR|IN|PL|IE|CZ|SG|ID)0)[A-Z][0-9A-Z]{7}$/,
      usual: /^(?:PF|PC|PB|PG|PW|MP|MJ|R9|LR|YX|GM|SP|L3|S4)/,
    },
    qualifier: '.21HM',
  },
  tester: {
    auth: {
      type: 'none',
      headerName: null,
      needs: 'nothing',
      description: "No key needed. This is the API used by Lenovo's support site.",
    },
    tip: null,
    operations: [
      {
        id: 'warranty',
        name: 'Warranty',
        summary: 'The machine and its warranties.',
        method: 'POST',
        base: 'lenovoSupport',
        path: paths.siteWarranty,
        body: 'object',
        parameters: [
          {
            ...textParameter('serialNumber'),
            in: 'body',
            required: true,
            pattern: '^[A-Z0-9]{6,10}$',
            transform: 'upper',
            example: 'PF3ABCDE',
            description: 'The serial number on the label of the machine.',
          },
          {
            ...textParameter('country'),
            in: 'body',
            enum: ['US', 'CA', 'UK', 'DE', 'FR', 'JP', 'CN'],
            default: 'US',
            wireValues: { US: 'us', CA: 'ca', UK: 'gb', DE: 'de', FR: 'fr', JP: 'jp', CN: 'cn' },
            example: 'US',
            description: 'The country whose site is asked.',
          },
          {
            ...textParameter('language'),
            in: 'body',
            enum: ['en', 'es', 'fr', 'de', 'ja', 'zh'],
            default: 'en',
            example: 'en',
            description: 'The language of the descriptions.',
          },
        ],
      },
    ],
  },
} as const satisfies VendorDefinition;
