import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const windowsAgent = 'network_agent-windows-x86_64.exe';
export const windowsArmAgent = 'network_agent-windows-arm64.exe';
export const linuxAgent = 'network_agent-linux-x86_64';

/** Replaces a real build: the page works with files of any content. */
export const contentOf = (name: string): string => `agent ${name} `.repeat(200_000);
export const sumOf = (name: string): string => createHash('sha256').update(contentOf(name)).digest('hex');

/** Same layout as `npm run agent:build` produces, with macOS not built yet. */
export async function layAgentFiles(folder: string): Promise<string> {
  const [dist, scripts] = [join(folder, 'agent', 'dist'), join(folder, 'agent', 'scripts')];
  await mkdir(dist, { recursive: true });
  await mkdir(scripts);
  const built = [windowsAgent, windowsArmAgent, linuxAgent];
  for (const name of built) await writeFile(join(dist, name), contentOf(name));
  const sums = built.map((name) => `${sumOf(name)}  ${name}\n`);
  await writeFile(join(dist, 'SHA256SUMS'), sums.join(''));
  await writeFile(join(scripts, 'network_agent.ps1'), '# PowerShell\n');
  await writeFile(join(scripts, 'network_agent_nmap.py'), '# Python\n');
  return join(folder, 'agent');
}
