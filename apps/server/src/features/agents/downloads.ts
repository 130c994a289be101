import { createHash } from 'node:crypto';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type AgentArchitecture,
  type AgentFile,
  type AgentPlatform,
  agentArchitectures,
  agentPlatforms,
  agentScripts,
} from '@warranty/contracts/agents';

/** An open file. The caller must close it or read it to the end. */
export interface OpenFile {
  fileName: string;
  size: number;
  /** Hex. */
  sha256: string;
  handle: FileHandle;
}

interface Summed {
  /** Changes when the file does. */
  version: string;
  sha256: string;
}

/** Platform names used by the build. */
const systems = { windows: 'windows', macos: 'darwin', linux: 'linux' } as const;

export function agentFileName(platform: AgentPlatform, architecture: AgentArchitecture): string {
  return `network_agent-${systems[platform]}-${architecture}${platform === 'windows' ? '.exe' : ''}`;
}

async function sha256Of(handle: FileHandle): Promise<string> {
  const sum = createHash('sha256');
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false })) sum.update(chunk);
  return sum.digest('hex');
}

/** The build writes SHA256SUMS last: a file that does not match its line is still being written or was tampered with. */
async function expectedChecksum(folder: string, fileName: string): Promise<string | undefined> {
  const text = await readFile(join(folder, 'SHA256SUMS'), 'utf8').catch(() => '');
  const line = text.split('\n').find((each) => each.slice(64).replace(/^ [ *]/, '') === fileName);
  return line?.slice(0, 64).toLowerCase();
}

export type Downloads = ReturnType<typeof createDownloads>;

/** The agents and scripts in the folder, looked up on each call because a build may add them at any time. */
export function createDownloads(agentDir: string) {
  const sums = new Map<string, Summed>();

  async function openAt(path: string, fileName: string): Promise<OpenFile | null> {
    const handle = await open(path).catch(() => null);
    if (!handle) return null;
    try {
      const { size, mtimeMs, ino } = await handle.stat();
      const version = `${size}-${mtimeMs}-${ino}`;
      const known = sums.get(path);
      const sha256 = known?.version === version ? known.sha256 : await sha256Of(handle);
      sums.set(path, { version, sha256 });
      return { fileName, size, sha256, handle };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async function openAgent(platform: string, architecture: AgentArchitecture): Promise<OpenFile | null> {
    const known = agentPlatforms.find((each) => each === platform);
    if (!known) return null;
    const fileName = agentFileName(known, architecture);
    const path = join(agentDir, 'dist', fileName);
    const file = await openAt(path, fileName);
    if (file && (await expectedChecksum(dirname(path), fileName)) === file.sha256) return file;
    await file?.handle.close();
    return null;
  }

  return {
    openAgent,

    async openScript(name: string): Promise<OpenFile | null> {
      const known = agentScripts.find((each) => each === name);
      return known ? openAt(join(agentDir, 'scripts', known), known) : null;
    },

    async list(): Promise<AgentFile[]> {
      const files: AgentFile[] = [];
      for (const platform of agentPlatforms) {
        for (const architecture of agentArchitectures) {
          const file = await openAgent(platform, architecture);
          if (!file) continue;
          await file.handle.close();
          const { fileName, size, sha256 } = file;
          files.push({ platform, architecture, fileName, size, sha256 });
        }
      }
      return files;
    },
  };
}
