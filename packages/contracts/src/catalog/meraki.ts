import type { CatalogVendor } from './operation.ts';

export const meraki: CatalogVendor = {
  id: 'meraki',
  name: 'Meraki',
  auth: {
    type: 'api_key',
    headerName: 'Authorization',
    description: 'The API key of a dashboard administrator, sent as a bearer key.',
  },
  operations: [
    {
      id: 'organizations',
      name: 'Organizations',
      summary: 'The organizations the key can access.',
      method: 'GET',
      base: 'meraki',
      path: '/api/v1/organizations',
      parameters: [],
    },
    {
      id: 'devices',
      name: 'Devices of an organization',
      summary: 'The devices in the networks of one organization.',
      method: 'GET',
      base: 'meraki',
      path: '/api/v1/organizations/{organizationId}/devices',
      parameters: [
        {
          name: 'organizationId',
          in: 'path',
          type: 'text',
          required: true,
          example: '549236',
          description: 'The organization ID, as returned by Organizations.',
        },
        {
          name: 'serial',
          in: 'query',
          type: 'text',
          required: false,
          pattern: '^Q[A-Z0-9]{3}-[A-Z0-9]{4}-[A-Z0-9]{4}$',
          transform: 'upper',
          example: 'Q2AB-1234-5678',
          description: 'Only the device with this serial number.',
        },
        {
          name: 'model',
          in: 'query',
          type: 'text',
          required: false,
          example: 'MR46',
          description: 'Only devices of this model.',
        },
      ],
    },
  ],
};
