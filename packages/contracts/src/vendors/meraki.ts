import { defaultTimeouts, getRequest, noRecord, textParameter, type VendorDefinition } from './vendor.ts';

const organization = '/api/v1/organizations/{organizationId}';
const paths = {
  organizations: '/api/v1/organizations',
  devices: `${organization}/devices`,
  inventory: `${organization}/inventory/devices`,
  licenses: `${organization}/licenses`,
  licensesOverview: `${organization}/licenses/overview`,
} as const;

export const meraki = {
  id: 'meraki',
  name: 'Meraki',
  provider: 'Cisco Meraki',
  ownedBy: 'Cisco',
  coverKind: 'license',
  reportsStartDates: true,
  neededKeys: ['api_key'],
  keyGuide: {
    needs: 'One API key from a dashboard administrator.',
    where:
      'Create it in your Meraki dashboard profile. Each administrator can have two keys, and the organization must allow API access.',
    wait: 'Immediate. You create the key yourself.',
    note: 'Meraki does not publish hardware warranties. Lookups show when the license ends.',
    link: { label: 'Meraki dashboard', url: 'https://dashboard.meraki.com' },
  },
  bases: {
    meraki: {
      url: 'https://api.meraki.com',
      variable: 'MERAKI_BASE_URL',
      description: 'the Meraki API, which has regional hosts',
    },
  },
  paths,
  token: null,
  timeouts: defaultTimeouts,
  // Ten per second and organization, shared with all other applications.
  rate: { callsPerSecond: 8, per: 'request', callsPerDay: null },
  // All serials go into one URL.
  batchSize: 50,
  serialsPerCall: 50,
  supportPage: null,
  selfServicePage: null,
  notKnown: noRecord('Meraki'),
  names: {
    aliases: ['meraki', 'cisco meraki'],
    families: [],
    // A bare MX number can also be a Juniper model; only Meraki adds these letters.
    patterns: [
      /^(?:mr\d{2}|ms\d{2,3}|mv\d{1,2}|mt\d{2}|mg\d{2}|vmx)\b/,
      /^(?:mx\d{2,3}cw?|mx\d{2,3}w|z3c?|z4c)$/,
    ],
  },
  labelWords: null,
  serial: {
    distinctive: /^Q[0-9A-Z]{3}-[0-9A-Z]{4}-[0-9A-Z]{4}$/,
    normalize: { from: /^(Q[0-9A-Z]{3})-?([0-9A-Z]{4})-?([0-9A-Z]{4})$/, to: '$1-$2-$3' },
    format: null,
    qualifier: '',
  },
  tester: {
    auth: {
      type: 'api_key',
      headerName: 'Authorization',
      needs: 'an API key',
      description: 'The API key of a dashboard administrator, sent as a bearer key.',
    },
    tip: null,
    operations: [
      {
        id: 'organizations',
        name: 'Organizations',
        summary: 'The organizations the key can access.',
        ...getRequest,
        base: 'meraki',
        path: paths.organizations,
        parameters: [],
      },
      {
        id: 'devices',
        name: 'Devices of an organization',
        summary: 'The devices in the networks of one organization.',
        ...getRequest,
        base: 'meraki',
        path: paths.devices,
        parameters: [
          {
            ...textParameter('organizationId'),
            in: 'path',
            required: true,
            example: '549236',
            description: 'The organization ID, as returned by Organizations.',
          },
          {
            ...textParameter('serial'),
            in: 'query',
            pattern: '^Q[A-Z0-9]{3}-[A-Z0-9]{4}-[A-Z0-9]{4}$',
            transform: 'upper',
            example: 'Q2AB-1234-5678',
            description: 'Only the device with this serial number.',
          },
          {
            ...textParameter('model'),
            in: 'query',
            example: 'MR46',
            description: 'Only devices of this model.',
          },
        ],
      },
    ],
  },
} as const satisfies VendorDefinition;
