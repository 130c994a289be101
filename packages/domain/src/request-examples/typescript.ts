import { type LiteralStyle, writeLiteral } from './literal.ts';
import { allHeaders, type ExampleBody, type ExampleHeader, type RequestExample } from './request-example.ts';

/** A JSON string with the quotes of this code. */
const quoted = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const plainName = /^[A-Za-z_]\w*$/;
const key = (name: string) => (plainName.test(name) ? name : quoted(name));

const style: LiteralStyle = {
  words: { true: 'true', false: 'false', null: 'null' },
  text: quoted,
  key,
  indent: 2,
  padded: true,
};

function headerLine({ name, text, variable }: ExampleHeader): string {
  const value = variable ? `\`${text.replace(/[\\`$]/g, '\\$&')}\${process.env.${variable}}\`` : quoted(text);
  return `    ${key(name)}: ${value},`;
}

function bodyOf(body: ExampleBody): string {
  return body.kind === 'json'
    ? `JSON.stringify(${writeLiteral(body.value, style, 1)})`
    : `await readFile(${quoted(body.name)})`;
}

function replyLine(reply: RequestExample['reply']): string {
  if (reply.kind === 'empty') return 'console.log(response.status);';
  if (reply.kind === 'json') return 'console.log(JSON.stringify(await response.json(), null, 2));';
  return `await writeFile(${quoted(reply.name)}, new Uint8Array(await response.arrayBuffer()));`;
}

/** For Node.js, which needs no other package. */
export function writeTypeScript(example: RequestExample): string {
  const { method, url, body, reply } = example;
  const headers = allHeaders(example);
  const files = [
    ...(body?.kind === 'file' ? ['readFile'] : []),
    ...(reply.kind === 'file' ? ['writeFile'] : []),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${quoted(method)},`]),
    ...(headers.length > 0 ? ['  headers: {', ...headers.map(headerLine), '  },'] : []),
    ...(body ? [`  body: ${bodyOf(body)},`] : []),
  ];
  const call = options.length > 0 ? `${quoted(url)}, {\n${options.join('\n')}\n}` : quoted(url);
  return [
    ...(files.length > 0 ? [`import { ${files.join(', ')} } from 'node:fs/promises';`, ''] : []),
    `const response = await fetch(${call});`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the code of the example
    'if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);',
    replyLine(reply),
  ].join('\n');
}
