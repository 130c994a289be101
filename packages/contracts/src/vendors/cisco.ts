import { digits, letters, repeat, withoutIO } from './alphabets.ts';
import {
  clientKeysFrom,
  defaultTimeouts,
  getRequest,
  noRecord,
  textParameter,
  type VendorDefinition,
} from './vendor.ts';

const paths = {
  token: '/oauth2/default/v1/token',
  coverage: '/sn2info/v2/coverage/summary/serial_numbers/{serial_numbers}',
  coverageStatus: '/sn2info/v2/coverage/status/serial_numbers/{serial_numbers}',
} as const;

const serialNumbers = {
  ...textParameter('serial_numbers'),
  in: 'path',
  required: true,
  pattern: '^[A-Z0-9]{11}$',
  transform: 'upper',
  example: 'FOC2712A0B1',
  description: 'The serial number of the device.',
} as const;

/** Three letters for the site, then the year and week of manufacture. */
const serial = /^[A-Z]{3}\d{2}(?:0[1-9]|[1-4]\d|5[0-3])[0-9A-Z]{4}$/;

export const cisco = {
  id: 'cisco',
  name: 'Cisco',
  provider: 'Cisco',
  ownedBy: null,
  coverKind: 'warranty',
  reportsStartDates: false,
  neededKeys: ['client_id', 'client_secret'],
  keyGuide: {
    needs: 'The client ID and the client secret of an application with the client credentials grant.',
    where:
      'Register the application in the Cisco API Console. Only Smart Net Total Care customers and Partner Support Service partners get access.',
    wait: 'Depends on your service contract. Cisco gives no estimate.',
    note: 'Cisco provides the coverage end date but no start date.',
    link: { label: 'Cisco API Console', url: 'https://apiconsole.cisco.com' },
  },
  bases: {
    cisco: { url: 'https://apix.cisco.com', variable: 'CISCO_BASE_URL', description: 'the Cisco API' },
    ciscoToken: {
      url: 'https://id.cisco.com',
      variable: 'CISCO_TOKEN_BASE_URL',
      description: 'the Cisco token service',
    },
  },
  paths,
  token: { base: 'ciscoToken', path: paths.token },
  timeouts: defaultTimeouts,
  rate: { callsPerSecond: 5, per: 'request', callsPerDay: null },
  batchSize: 75,
  serialsPerCall: 75,
  supportPage: null,
  selfServicePage: null,
  notKnown: noRecord('Cisco'),
  names: {
    aliases: ['cisco', 'cisco systems'],
    families: ['catalyst', 'aironet', 'firepower'],
    patterns: [
      /^(?:ws-c|c9\d{3}|c1\d{3}|cw91\d{2}|n[3579]k-|asr\d|isr\d|cisco\d|air-(?:ap|ct|cap|lap)|cbs\d|fpr|cp-\d)/,
      /\b(?:asr|isr|nexus) ?\d{4}|\bisr ?\d{3}\b|\basa ?55\d{2}|\bucs[- ][a-z]?\d/,
    ],
  },
  labelWords: /\bCLEI\b|\bPID\b/,
  serial: {
    distinctive: serial,
    normalize: null,
    format: {
      alphabets: [...repeat(letters, 3), ...repeat(digits, 2), '012345', digits, ...repeat(withoutIO, 4)],
      pattern: serial,
      usual: /^.{3}(?:0[1-9]|[12]\d|3[0-5])/,
    },
    qualifier: '',
  },
  tester: {
    auth: clientKeysFrom('the Cisco API console'),
    tip: null,
    operations: [
      {
        id: 'coverage',
        name: 'Coverage summary',
        summary: 'The warranty and the service contract of one device.',
        ...getRequest,
        base: 'cisco',
        path: paths.coverage,
        parameters: [
          serialNumbers,
          {
            ...textParameter('page_index'),
            in: 'query',
            type: 'number',
            example: '1',
            description: 'The page number, for long responses.',
          },
        ],
      },
      {
        id: 'coverage-status',
        name: 'Coverage status',
        summary: 'Whether the device is covered, and until when.',
        ...getRequest,
        base: 'cisco',
        path: paths.coverageStatus,
        parameters: [serialNumbers],
      },
    ],
  },
} as const satisfies VendorDefinition;
