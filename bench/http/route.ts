import { defineEndpoint, json } from '@warranty/contracts/core/endpoint';
import { exampleSerial } from '@warranty/contracts/core/example';
import * as z from 'zod/mini';

/** A contract of typical size: a small body in, a list of records out. */
export const measuredEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/measured',
  access: 'public',
  group: 'This server',
  summary: 'The measured route',
  body: z.object({
    modelNumber: z.string().check(z.minLength(1), z.maxLength(100)),
    manufacturer: z.optional(z.enum(['Dell', 'Lenovo', 'HP', 'Apple', 'Cisco', 'Meraki'])),
  }),
  example: { body: { modelNumber: exampleSerial, manufacturer: 'Dell' } },
  reply: json(
    z.object({
      modelNumber: z.string(),
      manufacturer: z.string(),
      status: z.enum(['active', 'expiring', 'expired', 'unknown']),
      startDate: z.nullable(z.string()),
      endDate: z.nullable(z.string()),
      entitlements: z.array(
        z.object({ type: z.string(), startDate: z.string(), endDate: z.string(), counted: z.boolean() }),
      ),
    }),
  ),
  errors: [],
});

export const requestBody = JSON.stringify(measuredEndpoint.example.body);
