import type { CatalogVendor } from './operation.ts';

export const lenovo: CatalogVendor = {
  id: 'lenovo',
  name: 'Lenovo',
  auth: { type: 'none', description: "No key needed. This is the API used by Lenovo's support site." },
  operations: [
    {
      id: 'warranty',
      name: 'Warranty',
      summary: 'The machine and its warranties.',
      method: 'POST',
      base: 'lenovoSupport',
      path: '/us/en/api/v4/upsell/redport/getIbaseInfo',
      body: 'object',
      parameters: [
        {
          name: 'serialNumber',
          in: 'body',
          type: 'text',
          required: true,
          pattern: '^[A-Z0-9]{6,10}$',
          transform: 'upper',
          example: 'PF3ABCDE',
          description: 'The serial number on the label of the machine.',
        },
        {
          name: 'country',
          in: 'body',
          type: 'text',
          required: false,
          enum: ['US', 'CA', 'UK', 'DE', 'FR', 'JP', 'CN'],
          default: 'US',
          wireValues: { US: 'us', CA: 'ca', UK: 'gb', DE: 'de', FR: 'fr', JP: 'jp', CN: 'cn' },
          example: 'US',
          description: 'The country whose site is asked.',
        },
        {
          name: 'language',
          in: 'body',
          type: 'text',
          required: false,
          enum: ['en', 'es', 'fr', 'de', 'ja', 'zh'],
          default: 'en',
          example: 'en',
          description: 'The language of the descriptions.',
        },
      ],
    },
  ],
};
