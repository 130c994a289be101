import { describe, expect, it } from 'vitest';
import { joinPowerShell } from './join-powershell.ts';

const partsOf = (files: Record<string, string>) => new Map(Object.entries(files));

const main = `#Requires -Version 5.1
# Prints a sum.

. "$PSScriptRoot/numbers.ps1"
. "$PSScriptRoot/words.ps1"

Write-Sum 3 4
`;
const numbers = '# Numbers.\n\nfunction Get-Sum($A, $B) {\n    $A + $B\n}\n';
const words = 'function Write-Sum($A, $B) {\n    Write-Output (Get-Sum $A $B)\n}\n';

describe('joinPowerShell', () => {
  it('puts each part in the place of the line that runs it', () => {
    expect(joinPowerShell(partsOf({ main, numbers, words }), 'Joined.')).toBe(
      `#Requires -Version 5.1\n# Prints a sum.\n# Joined.\n\n${numbers}\n${words}\nWrite-Sum 3 4\n`,
    );
  });

  it.each([
    [
      'a function of two parts',
      { main, numbers, words: `${words}function get-sum {\n}\n` },
      'get-sum is defined twice',
    ],
    ['an unknown part', { main, numbers }, 'main.ps1 needs words, which is not a part'],
    ['a part that does not run', { main, numbers, words, texts: words }, 'not reached from main: texts'],
    [
      'a part that does something',
      { main, numbers, words: `${words}Write-Sum 1 2\n` },
      'cannot join `Write-Sum 1 2`',
    ],
    [
      'a part in a part',
      { main, numbers, words: words.replace('Write-Output', '. $PSScriptRoot/a.ps1') },
      'has no other files',
    ],
    ['another way to run a part', { main: main.replaceAll('"', ''), numbers, words }, 'has no other files'],
  ])('rejects %s', (_fault, files, message) => {
    expect(() => joinPowerShell(partsOf(files), 'Joined.')).toThrow(message);
  });
});
