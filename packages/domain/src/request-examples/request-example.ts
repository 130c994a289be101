/** A request to show as code. */
export interface RequestExample {
  method: string;
  url: string;
  headers: readonly ExampleHeader[];
  body?: ExampleBody | undefined;
  reply: ExampleReply;
}

/** A header whose value ends with an environment variable, because secrets do not belong in code. */
export interface ExampleHeader {
  name: string;
  text: string;
  variable?: string;
}

export type ExampleBody = { kind: 'json'; value: unknown } | { kind: 'file'; name: string; type: string };

/** A file is written to the given name; JSON is printed. */
export type ExampleReply = { kind: 'json' } | { kind: 'empty' } | { kind: 'file'; name: string };

/** The headers with the content type of the body, which most programs set like any other. */
export function allHeaders({ headers, body }: RequestExample): readonly ExampleHeader[] {
  return body ? [...headers, { name: 'Content-Type', text: contentType(body) }] : headers;
}

export const contentType = (body: ExampleBody): string =>
  body.kind === 'json' ? 'application/json' : body.type;
