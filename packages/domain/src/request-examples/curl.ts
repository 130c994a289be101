import { onLines, singleQuoted } from './curl-command.ts';
import { jsonStyle, writeLiteral } from './literal.ts';
import { allHeaders, type ExampleBody, type RequestExample } from './request-example.ts';

const plainUrl = /^[\w:/.-]+$/;

function header(name: string, text: string, variable?: string): string {
  const value = `${name}: ${text}`.replace(/[\\"$`]/g, '\\$&');
  return `--header "${value}${variable ? `$${variable}` : ''}"`;
}

function bodyOption(body: ExampleBody): string {
  return body.kind === 'json'
    ? `--data ${singleQuoted(writeLiteral(body.value, jsonStyle, 1))}`
    : `--data-binary ${singleQuoted(`@${body.name}`)}`;
}

/** The method that curl uses without being told. */
const impliedMethod = ({ body }: RequestExample) => (body ? 'POST' : 'GET');

export function writeCurl(example: RequestExample): string {
  const { method, url, body, reply } = example;
  return onLines([
    'curl --silent --show-error --fail-with-body',
    ...(method === impliedMethod(example) ? [] : [`--request ${method}`]),
    ...allHeaders(example).map(({ name, text, variable }) => header(name, text, variable)),
    ...(body ? [bodyOption(body)] : []),
    ...(reply.kind === 'file' ? [`--output ${singleQuoted(reply.name)}`] : []),
    plainUrl.test(url) ? url : singleQuoted(url),
  ]);
}
