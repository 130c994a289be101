import { type CatalogVendor, clientKeys, type OperationParameter } from './operation.ts';

const ciscoSerial: OperationParameter = {
  name: 'serial_numbers',
  in: 'path',
  type: 'text',
  required: true,
  pattern: '^[A-Z0-9]{11}$',
  transform: 'upper',
  example: 'FOC2712A0B1',
  description: 'The serial number of the device.',
};

export const cisco: CatalogVendor = {
  id: 'cisco',
  name: 'Cisco',
  auth: clientKeys('the Cisco API console'),
  token: { base: 'ciscoToken', path: '/oauth2/default/v1/token' },
  operations: [
    {
      id: 'coverage',
      name: 'Coverage summary',
      summary: 'The warranty and the service contract of one device.',
      method: 'GET',
      base: 'cisco',
      path: '/sn2info/v2/coverage/summary/serial_numbers/{serial_numbers}',
      parameters: [
        ciscoSerial,
        {
          name: 'page_index',
          in: 'query',
          type: 'number',
          required: false,
          example: '1',
          description: 'The page number, for long responses.',
        },
      ],
    },
    {
      id: 'coverage-status',
      name: 'Coverage status',
      summary: 'Whether the device is covered, and until when.',
      method: 'GET',
      base: 'cisco',
      path: '/sn2info/v2/coverage/status/serial_numbers/{serial_numbers}',
      parameters: [ciscoSerial],
    },
  ],
};
