import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Language, type Node, Parser } from 'web-tree-sitter';

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, '../..');
const script = readFileSync(join(root, 'apps/agent/scripts/network_agent.ps1'), 'utf8');

// There is no PowerShell here to run it, so this says only that the script is well formed and keeps to what version 5.1
// knows; the script itself says so too.
let parser: Parser;
beforeAll(async () => {
  await Parser.init();
  const grammar = require.resolve('tree-sitter-powershell/tree-sitter-powershell.wasm');
  parser = new Parser().setLanguage(await Language.load(grammar));
});

function parse(text: string): Node {
  const tree = parser.parse(text);
  if (!tree) throw new Error('nothing was parsed');
  return tree.rootNode;
}

function textsOf(type: string): string[] {
  return parse(script)
    .descendantsOfType(type)
    .flatMap((node) => (node ? [node.text] : []));
}

/** What PowerShell 5.1 on Windows brings, as far as the script needs it. */
const cmdlets = [
  'ConvertTo-Json',
  'ForEach-Object',
  'Get-ChildItem',
  'Get-CimInstance',
  'Get-Location',
  'Get-NetAdapter',
  'Get-NetIPAddress',
  'Get-NetNeighbor',
  'Get-Random',
  'Join-Path',
  'New-Item',
  'New-Object',
  'Remove-Item',
  'Set-StrictMode',
  'Sort-Object',
  'Start-Sleep',
  'Where-Object',
  'Write-Output',
];

describe('network_agent.ps1', () => {
  it('is well formed', () => {
    expect(parse(script).hasError).toBe(false);
  });

  it.each([
    ['a missing brace', (text: string) => text.replace(/\}\s*$/, '')],
    ['one brace too many', (text: string) => `${text}}\n`],
    ['an open quote', (text: string) => text.replace("'Reachable'", "'Reachable")],
    ['an unknown operator', (text: string) => text.replace(' -le 30)', ' -lessthan 30)')],
  ])('would be seen with %s', (_fault, spoil) => {
    expect(spoil(script)).not.toBe(script);
    expect(parse(spoil(script)).hasError).toBe(true);
  });

  it('calls what it defines, and cmdlets of version 5.1', () => {
    const defined = textsOf('function_name');
    const called = new Set(textsOf('command_name'));
    expect([...called].filter((name) => !defined.includes(name) && !cmdlets.includes(name))).toEqual([]);
    expect(defined.filter((name) => !called.has(name))).toEqual([]);
  });

  it('has every specified option, with the names of the other agents', () => {
    const options = ['--server', '--agent-secret', '--agent-id', '--save-local', '--no-upload', '--help'];
    const readOptions = script.slice(
      script.indexOf('function Read-Options'),
      script.indexOf('function ConvertTo-Number'),
    );
    const helpText = script.slice(script.indexOf("@'"), script.indexOf("'@"));
    for (const option of options) {
      expect(readOptions).toContain(`'${option}'`);
      expect(helpText).toContain(`  ${option} `);
    }
  });

  it('keeps to the syntax and the letters that version 5.1 reads', () => {
    // Without a byte order mark 5.1 takes a file for the code page of the machine.
    expect(script).toMatch(/^[\n\x20-\x7e]*$/);
    expect(script).not.toMatch(/\?\?|&&|\|\||-Parallel|\?\.|Invoke-Expression|\biex\b/);
  });

  it('avoids the traps of version 5.1', () => {
    for (const call of script.match(/ConvertTo-Json.*/g) ?? []) expect(call).toContain('-Depth');
    expect(script).toContain('[Net.SecurityProtocolType]::Tls12');
    expect(script).toContain('open_ports = @($OpenPorts)');
    expect(script).toContain('devices = @($Devices)');
    expect(script).toContain('AllowAutoRedirect = $false');
  });

  it('names the members of the payload as the other agents do', () => {
    const golden = JSON.parse(
      readFileSync(join(root, 'packages/contracts/src/agent-scan.golden.json'), 'utf8'),
    ) as { agent_info: object; devices: object[] };
    const members = [golden, golden.agent_info, ...golden.devices].flatMap(Object.keys);
    // The maker of the network card is looked up by the agent programs only.
    for (const member of new Set(members.filter((name) => name !== 'vendor')))
      expect(script).toMatch(new RegExp(`\\b${member}\\b`));
  });
});
