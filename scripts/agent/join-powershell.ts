// Joins PowerShell files into one script: main.ps1, with the text of each file in the place of the line that runs it.
import { assertAllUsed, type Parts, textOf } from './parts.ts';

/** Lines such as `. "$PSScriptRoot/upload.ps1"`, without others between them. */
const includes = /(?:^\. "\$PSScriptRoot\/[\w-]+\.ps1"\n)+/gm;
/** Parts only define functions: what else they do would depend on where they are joined. */
const partLine = /^(?:$|\s|#|\}$|function [\w-]+[ (])/;

function assertOnlyFunctions(name: string, text: string): void {
  const other = text.split('\n').find((line) => !partLine.test(line));
  if (other) throw new Error(`${name}.ps1: cannot join \`${other}\`; a part only defines functions`);
}

/** PowerShell ignores the case of names. */
function assertUniqueFunctions(script: string): void {
  const names = [...script.matchAll(/^function ([\w-]+)/gim)].map(([, name = '']) => name.toLowerCase());
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated) throw new Error(`the function ${repeated} is defined twice`);
}

/** The note follows the comments at the beginning. */
export function joinPowerShell(parts: Parts, note: string): string {
  const used = ['main'];
  const include = (name: string) => {
    const text = textOf(parts, name, 'main.ps1');
    assertOnlyFunctions(name, text);
    used.push(name);
    return text;
  };
  const script = textOf(parts, 'main', 'the script')
    .replace(/^(?:#.*\n)+/, (comments) => `${comments}# ${note}\n`)
    .replace(includes, (lines) =>
      [...lines.matchAll(/([\w-]+)\.ps1/g)].map(([, name = '']) => include(name)).join('\n'),
    );
  if (script.includes('$PSScriptRoot')) throw new Error('a script that is joined has no other files');
  assertAllUsed(parts, used);
  assertUniqueFunctions(script);
  return script;
}
