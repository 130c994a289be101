import { type CatalogVendor, clientKeys, type OperationParameter } from './operation.ts';

const serviceTag = {
  in: 'query',
  type: 'text',
  required: true,
  pattern: '^[A-Z0-9]{7,8}$',
  transform: 'upper',
  example: '7XK2P93',
  description: 'The service tag on the label of the device.',
} as const satisfies Omit<OperationParameter, 'name'>;

export const dell: CatalogVendor = {
  id: 'dell',
  name: 'Dell',
  auth: clientKeys('TechDirect'),
  token: { base: 'dell', path: '/auth/oauth/v2/token' },
  tip: 'Service tags are converted to uppercase and must be 7-8 alphanumeric characters.',
  operations: [
    {
      id: 'asset-entitlements',
      name: 'Asset warranty',
      summary: 'The device with its warranties and services.',
      method: 'GET',
      base: 'dell',
      path: '/PROD/sbil/eapi/v5/asset-entitlements',
      parameters: [{ name: 'servicetags', ...serviceTag }],
    },
    {
      id: 'assets',
      name: 'Asset header',
      summary: 'Basic device data: model, ship date, country.',
      method: 'GET',
      base: 'dell',
      path: '/PROD/sbil/eapi/v5/assets',
      parameters: [{ name: 'servicetags', ...serviceTag }],
    },
    {
      id: 'asset-components',
      name: 'Asset details',
      summary: 'The original factory components.',
      method: 'GET',
      base: 'dell',
      path: '/PROD/sbil/eapi/v5/asset-components',
      parameters: [{ name: 'servicetag', ...serviceTag }],
    },
    {
      id: 'asset-entitlement-components',
      name: 'Asset summary',
      summary: 'Warranties and components of the device.',
      method: 'GET',
      base: 'dell',
      path: '/PROD/sbil/eapi/v5/asset-entitlement-components',
      parameters: [{ name: 'servicetag', ...serviceTag }],
    },
  ],
};
