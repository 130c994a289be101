import { defaultTimeouts, noRecord, type VendorDefinition } from './vendor.ts';

/** Apple has no public warranty API. */
export const apple = {
  id: 'apple',
  name: 'Apple',
  provider: 'Apple',
  ownedBy: null,
  coverKind: 'warranty',
  reportsStartDates: true,
  neededKeys: [],
  keyGuide: { needs: '', where: '', wait: '', note: '', link: null },
  bases: {},
  paths: {},
  token: null,
  timeouts: defaultTimeouts,
  rate: { callsPerSecond: 1, per: 'request', callsPerDay: null },
  batchSize: 1,
  supportPage: 'https://checkcoverage.apple.com',
  selfServicePage: 'https://checkcoverage.apple.com',
  notKnown: noRecord('Apple'),
  names: {
    aliases: ['apple', 'apple inc'],
    families: ['macbook', 'imac', 'mac mini', 'mac studio', 'mac pro', 'ipad', 'iphone'],
    patterns: [/^(?:mac|macbookpro|macbookair|macmini|imac|macpro|ipad|iphone)\d+,\d+$/, /^a\d{4}$/],
  },
  labelWords: null,
  serial: { distinctive: null, normalize: null, format: null, qualifier: '' },
  tester: {
    auth: { type: 'none', headerName: null, needs: '', description: '' },
    tip: null,
    operations: [],
  },
} as const satisfies VendorDefinition;
