// Users download each script of the agent as one file. It is joined from the parts that developers change.
import { readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { joinPowerShell } from './join-powershell.ts';
import { joinPython } from './join-python.ts';
import type { Parts } from './parts.ts';

const folder = 'apps/agent/scripts';

function joinIn(name: string, joinParts: (parts: Parts, note: string) => string, extension: string): string {
  const path = `${folder}/${name}`;
  return joinParts(readParts(path, extension), `Joined from ${path} by \`npm run docs\`.`);
}

function readParts(path: string, extension: string): Parts {
  const absolute = join(import.meta.dirname, '../..', path);
  const files = readdirSync(absolute).filter((file) => parse(file).ext === extension);
  return new Map(files.sort().map((file) => [parse(file).name, readFileSync(join(absolute, file), 'utf8')]));
}

/** What `npm run docs` writes, by path. */
export const joinedScripts: Record<string, () => string> = {
  [`${folder}/network_agent.ps1`]: () => joinIn('powershell', joinPowerShell, '.ps1'),
  [`${folder}/network_agent_nmap.py`]: () => joinIn('nmap_agent', joinPython, '.py'),
};
