import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Language, type Node, Parser } from 'web-tree-sitter';

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, '../..');
const script = readFileSync(join(root, 'apps/agent/scripts/network_agent.ps1'), 'utf8');

// PowerShell is not available here, so these tests only check that the script is well formed and limited to the features of
// version 5.1; the script itself states this too.
await Parser.init();
const grammar = require.resolve('tree-sitter-powershell/tree-sitter-powershell.wasm');
const parser = new Parser().setLanguage(await Language.load(grammar));

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

/** The cmdlets of PowerShell 5.1 on Windows that the script needs. */
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
    ['an unclosed quote', (text: string) => text.replace("'Reachable'", "'Reachable")],
    ['an unknown operator', (text: string) => text.replace(' -le 30)', ' -lessthan 30)')],
  ])('fails to parse with %s', (_fault, spoil) => {
    expect(spoil(script)).not.toBe(script);
    expect(parse(spoil(script)).hasError).toBe(true);
  });

  it('only calls its own functions and cmdlets of version 5.1', () => {
    const defined = textsOf('function_name');
    const called = new Set(textsOf('command_name'));
    expect([...called].filter((name) => !defined.includes(name) && !cmdlets.includes(name))).toEqual([]);
    expect(defined.filter((name) => !called.has(name))).toEqual([]);
  });

  it('has every specified option, with the same names as the other agents', () => {
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

  it('only uses syntax and characters that version 5.1 can read', () => {
    // Without a byte order mark, 5.1 assumes the machine's code page.
    expect(script).toMatch(/^[\n\x20-\x7e]*$/);
    expect(script).not.toMatch(/\?\?|&&|\|\||-Parallel|\?\.|Invoke-Expression|\biex\b/);
  });

  it('avoids the pitfalls of version 5.1', () => {
    for (const call of script.match(/ConvertTo-Json.*/g) ?? []) expect(call).toContain('-Depth');
    expect(script).toContain('[Net.SecurityProtocolType]::Tls12');
    expect(script).toContain('open_ports = @($OpenPorts)');
    expect(script).toContain('devices = @($Devices)');
    expect(script).toContain('AllowAutoRedirect = $false');
  });

  it('has the same version and payload field names as the other agents', () => {
    const golden = JSON.parse(
      readFileSync(join(root, 'packages/contracts/src/agent-scan.golden.json'), 'utf8'),
    ) as { agent_info: { version: string }; devices: object[] };
    const members = [golden, golden.agent_info, ...golden.devices].flatMap(Object.keys);
    expect(script).toContain(`$Version = '${golden.agent_info.version}'`);
    // Only the agent programs look up the vendor of the network card.
    for (const member of new Set(members.filter((name) => name !== 'vendor')))
      expect(script).toMatch(new RegExp(`\\b${member}\\b`));
  });
});
