import { type CatalogVendor, clientKeys } from './operation.ts';

export const hp: CatalogVendor = {
  id: 'hp',
  name: 'HP',
  auth: clientKeys('HP'),
  token: { base: 'hp', path: '/oauth/v1/token' },
  operations: [
    {
      id: 'warranties',
      name: 'Product warranty',
      summary: 'The warranties and services of one device.',
      method: 'POST',
      base: 'hp',
      path: '/productwarranty/v2/queries',
      body: 'list',
      parameters: [
        {
          name: 'serialNumber',
          wireName: 'sn',
          in: 'body',
          type: 'text',
          required: true,
          pattern: '^[A-Z0-9]{8,12}$',
          transform: 'upper',
          example: '5CG4120ABC',
          description: 'The serial number on the label of the device.',
        },
        {
          name: 'productNumber',
          wireName: 'pn',
          in: 'body',
          type: 'text',
          required: false,
          example: '8C2X9UT',
          description: 'The product number, for a serial number that several products share.',
        },
        {
          name: 'countryCode',
          wireName: 'cc',
          in: 'body',
          type: 'text',
          required: false,
          pattern: '^[A-Z]{2}$',
          transform: 'upper',
          example: 'US',
          description: 'The country the device was sold in.',
        },
      ],
    },
  ],
};
