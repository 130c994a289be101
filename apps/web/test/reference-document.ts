import type { OpenApiDocument, Operation } from '@warranty/contracts/core/openapi';

/** An operation for tests, with what matters to them. */
export function operation(parts: Partial<Operation> = {}): Operation {
  return {
    summary: 'Does something',
    tags: ['Lookup'],
    security: [],
    parameters: [],
    responses: { 200: { description: 'Success' } },
    'x-access': 'session-or-bearer',
    'x-sensitive': false,
    ...parts,
  };
}

export const jsonBody = (example: unknown): NonNullable<Operation['requestBody']> => ({
  required: true,
  content: { 'application/json': { schema: { type: 'object' }, example } },
});

const shared = '`invalid_request`: Invalid request data';

export const sampleDocument: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Sample', version: '1', description: '', license: { name: '', identifier: '' } },
  servers: [{ url: 'https://warranty.example.com' }],
  tags: [
    { name: 'Lookup', description: '' },
    { name: 'Runs', description: '' },
  ],
  'x-guide': { title: 'Guide', paragraphs: [], examples: [] },
  paths: {
    '/api/runs/{runId}': {
      delete: operation({
        tags: ['Runs'],
        parameters: [{ name: 'runId', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          204: { description: 'Done' },
          400: { description: shared },
          404: { description: '`not_found`: Not found' },
        },
      }),
    },
    '/api/lookup': {
      post: operation({
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { properties: { serial: { type: 'string' } } },
              example: { serial: 'A' },
            },
          },
        },
        responses: { 200: { description: 'Success' }, 400: { description: `${shared}\n\n\`own\`: Its own` } },
      }),
      get: operation({ responses: { 200: { description: 'Success' }, 400: { description: shared } } }),
    },
  },
  components: { schemas: { Error: { type: 'object' } }, securitySchemes: {} },
};
