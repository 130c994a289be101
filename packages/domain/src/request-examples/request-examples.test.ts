import { describe, expect, it } from 'vitest';
import { writeCurl } from './curl.ts';
import { curlCommand } from './curl-command.ts';
import { jsonStyle, writeLiteral } from './literal.ts';
import { writePowerShell } from './powershell.ts';
import { writePython } from './python.ts';
import type { RequestExample } from './request-example.ts';
import { writeTypeScript } from './typescript.ts';

const token = { name: 'Authorization', text: 'Bearer ', variable: 'WARRANTY_TOKEN' };
const lookup: RequestExample = {
  method: 'POST',
  url: 'https://warranty.example.com/api/warranty/lookup',
  headers: [token],
  body: { kind: 'json', value: { modelNumber: '7XK2P93', refresh: true, manufacturer: null } },
  reply: { kind: 'json' },
};
const upload: RequestExample = {
  method: 'PUT',
  url: 'https://warranty.example.com/api/bulk-runs/RUN_ID/source',
  headers: [token],
  body: { kind: 'file', name: 'devices.csv', type: 'text/csv' },
  reply: { kind: 'json' },
};
const download: RequestExample = {
  method: 'GET',
  url: 'https://warranty.example.com/api/bulk-runs/RUN_ID/file?format=csv&raw=true',
  headers: [],
  reply: { kind: 'file', name: 'results.csv' },
};

describe('a request with a JSON body', () => {
  it('is a curl command', () => {
    expect(writeCurl(lookup)).toBe(`curl --silent --show-error --fail-with-body \\
  --header "Authorization: Bearer $WARRANTY_TOKEN" \\
  --header "Content-Type: application/json" \\
  --data '{"modelNumber": "7XK2P93", "refresh": true, "manufacturer": null}' \\
  https://warranty.example.com/api/warranty/lookup`);
  });

  it('is a PowerShell command', () => {
    expect(writePowerShell(lookup)).toBe(`$request = @{
    Method      = 'Post'
    Uri         = 'https://warranty.example.com/api/warranty/lookup'
    Headers     = @{ Authorization = "Bearer $env:WARRANTY_TOKEN" }
    ContentType = 'application/json'
    Body        = '{"modelNumber": "7XK2P93", "refresh": true, "manufacturer": null}'
}
Invoke-RestMethod @request`);
  });

  it('is Python', () => {
    expect(writePython(lookup)).toBe(`import json, os, urllib.request

request = urllib.request.Request(
    "https://warranty.example.com/api/warranty/lookup",
    data=json.dumps({"modelNumber": "7XK2P93", "refresh": True, "manufacturer": None}).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["WARRANTY_TOKEN"],
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request) as response:
    print(json.dumps(json.load(response), indent=2))`);
  });

  it('is TypeScript', () => {
    expect(
      writeTypeScript(lookup),
    ).toBe(`const response = await fetch('https://warranty.example.com/api/warranty/lookup', {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.WARRANTY_TOKEN}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({ modelNumber: '7XK2P93', refresh: true, manufacturer: null }),
});
if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
console.log(JSON.stringify(await response.json(), null, 2));`);
  });
});

describe('files', () => {
  it('are uploaded from disk', () => {
    expect(writeCurl(upload)).toContain(`--request PUT \\
  --header "Authorization: Bearer $WARRANTY_TOKEN" \\
  --header "Content-Type: text/csv" \\
  --data-binary '@devices.csv'`);
    expect(writePowerShell(upload)).toContain("ContentType = 'text/csv'\n    InFile      = 'devices.csv'");
    expect(writePython(upload)).toContain('method="PUT",\n    data=open("devices.csv", "rb").read(),');
    expect(writeTypeScript(upload)).toMatch(/^import \{ readFile \} from 'node:fs\/promises';\n\n/);
    expect(writeTypeScript(upload)).toContain("body: await readFile('devices.csv'),");
  });

  it('are downloaded to disk', () => {
    expect(writeCurl(download)).toBe(`curl --silent --show-error --fail-with-body \\
  --output 'results.csv' \\
  '${download.url}'`);
    expect(writePowerShell(download)).toContain("OutFile = 'results.csv'");
    expect(writePython(download)).toMatch(/^import shutil, urllib\.request\n/);
    expect(writePython(download)).toContain('open("results.csv", "wb") as file');
    expect(writeTypeScript(download)).toContain(`await fetch('${download.url}');`);
    expect(writeTypeScript(download)).toContain("await writeFile('results.csv',");
  });
});

describe('a request without a body', () => {
  const remove: RequestExample = { ...download, method: 'DELETE', reply: { kind: 'empty' } };

  it('states its method and prints the status', () => {
    expect(writeCurl(remove)).toContain('--request DELETE');
    expect(writePowerShell(remove)).toContain("'Delete'");
    expect(writePython(remove)).toContain('method="DELETE",\n)\nwith');
    expect(writeTypeScript(remove)).toContain("method: 'DELETE',");
    expect(writePython(remove)).toContain('print(response.status)');
    expect(writeTypeScript(remove)).toContain('console.log(response.status);');
  });
});

it('indents a long body like the lines around it', () => {
  const long: RequestExample = { ...lookup, body: { kind: 'json', value: { a: 'x'.repeat(80) } } };
  expect(writeCurl(long)).toContain(`--data '{\n    "a": "${'x'.repeat(80)}"\n  }' \\\n`);
  expect(writePowerShell(long)).toContain(`= '{\n      "a": "${'x'.repeat(80)}"\n    }'\n}`);
});

describe('special characters', () => {
  const text = `it's "5"\\ $HOME \`id\` \${1}\n€`;
  const special: RequestExample = {
    ...lookup,
    headers: [{ name: 'X-Note', text: 'a"$b`\\' }],
    body: { kind: 'json', value: { [text]: text } },
  };

  it('are literal in a shell', () => {
    expect(writeCurl(special)).toContain('--header "X-Note: a\\"\\$b\\`\\\\"');
    const body = /--data '((?:[^']|'\\'')*)'/.exec(writeCurl(special))?.[1] ?? '';
    expect(JSON.parse(body.replaceAll("'\\''", "'"))).toEqual({ [text]: text });
  });

  it('are literal in PowerShell', () => {
    expect(writePowerShell(special)).toContain(`@{ 'X-Note' = 'a"$b\`\\' }`);
    const body = /Body += '((?:[^']|'')*)'/.exec(writePowerShell(special))?.[1] ?? '';
    expect(JSON.parse(body.replaceAll("''", "'"))).toEqual({ [text]: text });
    const secret = { name: 'Cookie', text: '$a`"', variable: 'B' };
    expect(writePowerShell({ ...lookup, headers: [secret] })).toContain('Cookie = "`$a```"$env:B"');
  });

  it('are literal in Python', () => {
    expect(writePython(special)).toContain(
      `{\n        ${JSON.stringify(text)}: ${JSON.stringify(text)}\n    }`,
    );
  });

  it('are literal in TypeScript', () => {
    const literal = /JSON\.stringify\((\{.+\})\),\n/s.exec(writeTypeScript(special))?.[1] ?? '';
    const read = new Function(`return ${literal}`) as () => unknown;
    expect(read()).toEqual({ [text]: text });
    const secret = { name: 'Cookie', text: '`$a\\', variable: 'B' };
    expect(writeTypeScript({ ...lookup, headers: [secret] })).toContain(
      `Cookie: \`\\\`\\$a\\\\\${process.env.B}\``,
    );
  });
});

describe('writeLiteral', () => {
  it('breaks long values into lines, and only where they are long', () => {
    const value = {
      items: Array.from({ length: 3 }, () => ({ serialNumber: '7XK2P93', model: 'X1' })),
      none: [],
    };
    expect(writeLiteral(value, jsonStyle)).toBe(`{
  "items": [
    {"serialNumber": "7XK2P93", "model": "X1"},
    {"serialNumber": "7XK2P93", "model": "X1"},
    {"serialNumber": "7XK2P93", "model": "X1"}
  ],
  "none": []
}`);
  });

  it('keeps a long text on its line', () => {
    expect(writeLiteral(['x'.repeat(100)], jsonStyle)).toBe(`[\n  "${'x'.repeat(100)}"\n]`);
    expect(writeLiteral('x'.repeat(100), jsonStyle)).toBe(`"${'x'.repeat(100)}"`);
  });
});

it('a command to paste has the method, the headers and the body, and quotes what the shell would interpret', () => {
  const url = 'https://example.com/?a=1&b=$c';
  expect(curlCommand({ url })).toBe(`curl -sS '${url}'`);
  const headers = { accept: 'text/csv', 'x-note': "it's" };
  const command = curlCommand({ method: 'PUT', url, headers, body: '{"a":"`$x`"}' });
  expect(command.split(' \\\n  ')).toEqual([
    `curl -sS -X PUT '${url}'`,
    "-H 'accept: text/csv'",
    "-H 'x-note: it'\\''s'",
    `--data-raw '{"a":"\`$x\`"}'`,
  ]);
});
