import { signInErrors } from '@warranty/contracts/core/caller-errors';
import type { Endpoint } from '@warranty/contracts/core/endpoint';
import { endpointGroups } from '@warranty/contracts/core/endpoint-groups';
import { commonErrors, type ErrorCode, errorCatalog, errorReply } from '@warranty/contracts/core/errors';
import { exampleAbout } from '@warranty/contracts/core/example';
import type {
  Guide,
  JsonSchema,
  OpenApiDocument,
  Operation,
  Parameter,
} from '@warranty/contracts/core/openapi';
import { replyExample } from '@warranty/domain/request-examples/reply-example';
import * as z from 'zod/mini';
import { fileTypesOf } from './bodies/request-body.ts';

export interface ApiInfo {
  title: string;
  version: string;
  description: string;
  serverUrl: string;
  guide: Guide;
  /** Whether people can sign in. */
  hasSignIn: boolean;
  /** A device that this installation can look up, for the examples. */
  knownSerial: string;
}

/** Of a request, unknown members are ignored: clients may be newer than the server. Replies have no others. */
function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io });
  // The types of zod allow every member of JSON Schema.
  return rest as JsonSchema;
}

/** The credentials that an endpoint accepts, with what they need. */
function securityOf(endpoint: Endpoint): Record<string, string[]>[] {
  if (endpoint.access === 'public') return [];
  if (endpoint.access === 'agent') return [{ agentSecret: [] }];
  const session = { session: [] };
  return 'scope' in endpoint ? [session, { accessToken: [endpoint.scope] }] : [session];
}

export function parameters(place: 'path' | 'query', schema: z.ZodMiniObject | undefined): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input');
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: rest,
  }));
}

function success({ reply }: Endpoint): Operation['responses'] {
  if (reply.kind === 'empty') return { [reply.status]: { description: 'Done' } };
  const content =
    reply.kind === 'json'
      ? { 'application/json': withExample(schemaOf(reply.schema, 'output')) }
      : Object.fromEntries(
          [reply.contentType, ...(reply.otherTypes ?? [])].map((type) => [mediaType(type), {}]),
        );
  return {
    [reply.status]: { description: 'Success', content },
    ...(reply.kind === 'json' && reply.orAccepted
      ? {
          202: {
            description: 'Accepted. Still processing; the response contains only the available parts',
            content,
          },
        }
      : {}),
  };
}

const withExample = (schema: JsonSchema) => ({ schema, example: replyExample(schema) });

function mediaType(contentType: string): string {
  return contentType.split(';')[0] ?? contentType;
}

const needsSignIn = new Set<ErrorCode>(signInErrors);

/** Codes with the same status share an entry; their messages distinguish them. */
function failures(endpoint: Endpoint, { hasSignIn }: ApiInfo): Operation['responses'] {
  const codes = [...new Set<ErrorCode>([...endpoint.errors, ...commonErrors])].filter(
    (code) => hasSignIn || !needsSignIn.has(code),
  );
  const byStatus = Map.groupBy(codes, (code) => errorCatalog[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, sharing]) => [
      status,
      {
        description: sharing.map((code) => `\`${code}\`: ${errorCatalog[code].error}`).join('\n\n'),
        content: { 'application/json': { schema: failureSchema(endpoint, sharing) } },
      },
    ]),
  );
}

function failureSchema({ errorBodies = {} }: Endpoint, codes: readonly ErrorCode[]): JsonSchema {
  const schemas = codes.map((code): JsonSchema => {
    const more = errorBodies[code];
    return more
      ? schemaOf(z.extend(errorReply, more.shape), 'output')
      : { $ref: '#/components/schemas/Error' };
  });
  const [first = {}, ...others] = new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values();
  return others.length > 0 ? { anyOf: [first, ...others] } : first;
}

function requestBody(endpoint: Endpoint, { knownSerial }: ApiInfo): Pick<Operation, 'requestBody'> {
  const { body, example } = endpoint;
  const content = {
    ...(body && {
      'application/json': {
        schema: schemaOf(body, 'input'),
        example: exampleAbout(example?.body, knownSerial),
      },
    }),
    ...Object.fromEntries(fileTypesOf(endpoint).map((type) => [type, { schema: {} }])),
  };
  const required = !body?.safeParse(undefined).success;
  return Object.keys(content).length > 0 ? { requestBody: { required, content } } : {};
}

function operation(endpoint: Endpoint, info: ApiInfo): Operation {
  return {
    summary: endpoint.summary,
    tags: [endpoint.group],
    security: securityOf(endpoint),
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...requestBody(endpoint, info),
    responses: { ...success(endpoint), ...failures(endpoint, info) },
    // A session of a person is a session, too.
    'x-access': endpoint.access === 'identity' || endpoint.access === 'person' ? 'session' : endpoint.access,
    ...('role' in endpoint && { 'x-role': endpoint.role }),
    ...('scope' in endpoint && { 'x-scope': endpoint.scope }),
    'x-sensitive': endpoint.sensitive ?? false,
    ...(endpoint.replaces && { 'x-replaces': endpoint.replaces }),
  };
}

/** The whole API as an OpenAPI 3.1 document, generated from the schemas that validate requests. */
export function toOpenApi(
  endpoints: readonly Endpoint[],
  info: ApiInfo,
  cookieName: string,
): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] ??= {};
    Object.assign(paths[endpoint.path] ?? {}, { [endpoint.method.toLowerCase()]: operation(endpoint, info) });
  }
  return {
    openapi: '3.1.0',
    info: {
      title: info.title,
      version: info.version,
      description: info.description,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: info.serverUrl }],
    tags: [...endpointGroups],
    'x-guide': info.guide,
    paths,
    components: {
      schemas: { Error: schemaOf(errorReply, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookieName },
        accessToken: { type: 'http', scheme: 'bearer', description: info.guide.paragraphs.join('\n\n') },
        agentSecret: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}
