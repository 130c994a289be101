import type { AgentArchitecture, AgentPlatform } from '@warranty/contracts/agents';

export interface PlatformInfo {
  label: string;
  system: string;
  requirements: readonly string[];
}

export const platformInfo: Record<AgentPlatform, PlatformInfo> = {
  windows: {
    label: 'Windows',
    system: 'windows',
    requirements: [
      'Windows 10 or Windows Server 2016 and newer, 64 bit',
      'Administrator privileges',
      'HTTPS to this server',
    ],
  },
  macos: {
    label: 'macOS',
    system: 'darwin',
    requirements: ['macOS 12 or newer', 'An administrator for the first start', 'HTTPS to this server'],
  },
  linux: {
    label: 'Linux',
    system: 'linux',
    requirements: [
      'Any 64 bit distribution; nothing to install',
      'sudo for scanning and for its own serial number',
      'HTTPS to this server',
    ],
  },
};

export function fileNameOf(platform: AgentPlatform, architecture: AgentArchitecture = 'x86_64'): string {
  return `network_agent-${platformInfo[platform].system}-${architecture}${platform === 'windows' ? '.exe' : ''}`;
}

export const secretPlaceholder = 'YOUR_AGENT_SECRET';

interface CommandInput {
  origin: string;
  architecture?: AgentArchitecture;
  /** Only right after it was made. */
  secret?: string | null | undefined;
}

/** The secret goes by a way that other users of the machine cannot read. */
export function quickStart(platform: AgentPlatform, { origin, architecture, secret }: CommandInput): string {
  const file = fileNameOf(platform, architecture);
  const shown = secret ?? secretPlaceholder;
  if (platform === 'windows') return `$env:AGENT_SECRET = '${shown}'\n.\\${file} --server ${origin}`;
  return `chmod +x ${file}\necho '${shown}' | sudo ./${file} --server ${origin} --agent-secret-file -`;
}

/** Prints the checksum of the file that was downloaded. */
export function verifyCommand(platform: AgentPlatform, fileName: string): string {
  if (platform === 'windows') return `Get-FileHash .\\${fileName} -Algorithm SHA256`;
  return platform === 'macos' ? `shasum -a 256 ${fileName}` : `sha256sum ${fileName}`;
}

export const commandOptions = [
  { option: '--server', text: 'The address of this server.' },
  {
    option: '--agent-secret',
    text: 'Your agent secret. Other users of the machine can read a command line: AGENT_SECRET or --agent-secret-file keep it out of sight.',
  },
  { option: '--agent-id', text: 'The name the scans are listed under; the name of the machine without it.' },
  { option: '--save-local', text: 'Also keeps the scan as a file in the current folder.' },
  { option: '--no-upload', text: 'Sends nothing: look at the scan first.' },
  { option: '--help', text: 'All options: which networks, which ports, how fast, a dry run.' },
] as const;
