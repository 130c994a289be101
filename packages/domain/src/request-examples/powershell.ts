import { jsonStyle, writeLiteral } from './literal.ts';
import { contentType, type ExampleHeader, type RequestExample } from './request-example.ts';

/** Nothing is special inside single quotes, and lines may follow each other in them. */
const singleQuoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

const plainName = /^\w+$/;

function headerEntry({ name, text, variable }: ExampleHeader): string {
  const key = plainName.test(name) ? name : singleQuoted(name);
  if (!variable) return `${key} = ${singleQuoted(text)}`;
  return `${key} = "${text.replace(/[`"$]/g, '`$&')}$env:${variable}"`;
}

const titleCase = (method: string) => method.charAt(0) + method.slice(1).toLowerCase();

export function writePowerShell({ method, url, headers, body, reply }: RequestExample): string {
  const settings: [name: string, value: string][] = [
    ['Method', singleQuoted(titleCase(method))],
    ['Uri', singleQuoted(url)],
  ];
  if (headers.length > 0) settings.push(['Headers', `@{ ${headers.map(headerEntry).join('; ')} }`]);
  if (body) settings.push(['ContentType', singleQuoted(contentType(body))]);
  if (body?.kind === 'json') settings.push(['Body', singleQuoted(writeLiteral(body.value, jsonStyle, 2))]);
  if (body?.kind === 'file') settings.push(['InFile', singleQuoted(body.name)]);
  if (reply.kind === 'file') settings.push(['OutFile', singleQuoted(reply.name)]);
  const width = Math.max(...settings.map(([name]) => name.length));
  const lines = settings.map(([name, value]) => `    ${name.padEnd(width)} = ${value}`);
  return `$request = @{\n${lines.join('\n')}\n}\nInvoke-RestMethod @request`;
}
