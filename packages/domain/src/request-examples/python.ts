import { type LiteralStyle, writeLiteral } from './literal.ts';
import { allHeaders, type ExampleBody, type ExampleHeader, type RequestExample } from './request-example.ts';

/** A JSON string is also one of Python. */
const quoted = (text: string) => JSON.stringify(text);

const style: LiteralStyle = {
  words: { true: 'True', false: 'False', null: 'None' },
  text: quoted,
  key: quoted,
  indent: 4,
  padded: false,
};

function headerLine({ name, text, variable }: ExampleHeader): string {
  const value = variable ? `${quoted(text)} + os.environ["${variable}"]` : quoted(text);
  return `        ${quoted(name)}: ${value},`;
}

function dataOf(body: ExampleBody): string {
  return body.kind === 'json'
    ? `json.dumps(${writeLiteral(body.value, style, 1)}).encode()`
    : `open(${quoted(body.name)}, "rb").read()`;
}

function replyLines(reply: RequestExample['reply']): string[] {
  const opened = 'with urllib.request.urlopen(request) as response';
  if (reply.kind === 'empty') return [`${opened}:`, '    print(response.status)'];
  if (reply.kind === 'json') return [`${opened}:`, '    print(json.dumps(json.load(response), indent=2))'];
  return [`${opened}, open(${quoted(reply.name)}, "wb") as file:`, '    shutil.copyfileobj(response, file)'];
}

export function writePython(example: RequestExample): string {
  const { method, url, body, reply } = example;
  const headers = allHeaders(example);
  const modules = [
    ...(body?.kind === 'json' || reply.kind === 'json' ? ['json'] : []),
    ...(headers.some(({ variable }) => variable) ? ['os'] : []),
    ...(reply.kind === 'file' ? ['shutil'] : []),
    'urllib.request',
  ];
  const implied = body ? 'POST' : 'GET';
  return [
    `import ${modules.join(', ')}`,
    '',
    'request = urllib.request.Request(',
    `    ${quoted(url)},`,
    ...(method === implied ? [] : [`    method=${quoted(method)},`]),
    ...(body ? [`    data=${dataOf(body)},`] : []),
    ...(headers.length > 0 ? ['    headers={', ...headers.map(headerLine), '    },'] : []),
    ')',
    ...replyLines(reply),
  ].join('\n');
}
