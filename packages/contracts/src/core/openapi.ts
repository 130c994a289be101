/** What the OpenAPI document of this API consists of. Other members that the standard allows are not used. */
export interface OpenApiDocument {
  openapi: string;
  info: {
    title: string;
    version: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: { url: string }[];
  /** The groups of operations, in the order in which they are read. */
  tags: { name: string; description: string }[];
  'x-guide': Guide;
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: { Error: JsonSchema };
    securitySchemes: Record<string, Record<string, string>>;
  };
}

/** How to call the API from outside, with examples that run as printed. */
export interface Guide {
  title: string;
  paragraphs: string[];
  examples: { title: string; language: string; code: string }[];
}

export interface Operation {
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema; example?: unknown }> };
  responses: Record<
    string,
    { description: string; content?: Record<string, { schema?: JsonSchema; example?: unknown }> }
  >;
  'x-access': string;
  /** The least role that may call. */
  'x-role'?: string;
  /** What an access token needs. */
  'x-scope'?: string;
  'x-sensitive': boolean;
  /** What a call replaces or ends for good. */
  'x-replaces'?: string;
}

export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

/** The part of JSON Schema that our contracts lead to. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
}
