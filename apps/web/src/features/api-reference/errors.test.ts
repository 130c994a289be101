import type { JsonSchema } from '@warranty/contracts/core/openapi';
import { describe, expect, it } from 'vitest';
import { operation } from '../../../test/reference-document.ts';
import { commonCodes, errorsOf } from './errors.ts';

const shared = '`invalid_request`: Invalid request data';
const first = operation({
  responses: {
    200: { description: 'Success' },
    400: { description: `${shared}\n\n\`too_long\`: The text is longer than {limit} characters: a, b.` },
    404: {
      description: '`not_built`: Not built',
      content: { 'application/json': { schema: { type: 'object', properties: { message: {} } } } },
    },
  },
});
const schemas = { Error: { type: 'object' } };
const second = operation({
  responses: {
    204: { description: 'Done' },
    400: {
      description: shared,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
    500: { description: '`internal`: Internal error' },
  },
});

describe('commonCodes', () => {
  it('has the codes of all operations', () => {
    expect([...commonCodes([first, second])]).toEqual(['invalid_request']);
    expect([...commonCodes([second])]).toEqual(['invalid_request', 'internal']);
    expect([...commonCodes([])]).toEqual([]);
  });
});

describe('errorsOf', () => {
  const common = new Set(['invalid_request']);

  it("divides a status into the endpoint's own errors and those of every endpoint", () => {
    expect(errorsOf(first, common, schemas)).toEqual({
      own: [
        {
          status: '400',
          errors: [{ code: 'too_long', message: 'The text is longer than {limit} characters: a, b.' }],
          schema: null,
        },
        {
          status: '404',
          errors: [{ code: 'not_built', message: 'Not built' }],
          schema: { type: 'object', properties: { message: {} } },
        },
      ],
      shared: [
        {
          status: '400',
          errors: [{ code: 'invalid_request', message: 'Invalid request data' }],
          schema: null,
        },
      ],
    });
  });

  it('leaves out the schema that every error has, unless it is one of several', () => {
    const kinds = (other: JsonSchema) => ({ anyOf: [other, { type: 'string' }] });
    const content = { 'application/json': { schema: kinds({ $ref: '#/components/schemas/Error' }) } };
    const mixed = operation({ responses: { 404: { description: '`a`: A', content } } });
    expect(errorsOf(mixed, common, schemas).own[0]?.schema).toEqual(kinds(schemas.Error));
    expect(errorsOf(second, new Set(['internal']), schemas).own).toMatchObject([
      { status: '400', schema: null },
    ]);
  });
});
