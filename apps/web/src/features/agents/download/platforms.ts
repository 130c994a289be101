import type { AgentArchitecture, AgentPlatform } from '@warranty/contracts/agents';

const inTerminal = 'Run it in a terminal, in the folder with the download.';

export const platformInfo = {
  windows: {
    label: 'Windows',
    arm64Label: 'ARM64',
    system: 'windows',
    runIn: 'Run it in PowerShell as Administrator, in the folder with the download.',
    requirements: [
      'Windows 10, Windows Server 2016 or newer (64-bit)',
      'Administrator privileges',
      'HTTPS access to this server',
    ],
  },
  macos: {
    label: 'macOS',
    arm64Label: 'Apple silicon',
    system: 'darwin',
    runIn: inTerminal,
    requirements: [
      'macOS 12 or newer',
      'Administrator rights for the first start',
      'HTTPS access to this server',
    ],
  },
  linux: {
    label: 'Linux',
    arm64Label: 'ARM64',
    system: 'linux',
    runIn: inTerminal,
    requirements: [
      'Any 64-bit distribution; nothing to install',
      'sudo, for scanning and for reading the machine’s own serial number',
      'HTTPS access to this server',
    ],
  },
} satisfies Record<AgentPlatform, object>;

export function fileNameOf(platform: AgentPlatform, architecture: AgentArchitecture): string {
  return `network_agent-${platformInfo[platform].system}-${architecture}${platform === 'windows' ? '.exe' : ''}`;
}

export const secretPlaceholder = 'YOUR_AGENT_SECRET';

interface CommandInput {
  origin: string;
  architecture: AgentArchitecture;
  /** Set only right after the secret was created. */
  secret: string | null;
}

/** Passes the secret in a way that other users of the machine cannot read. */
export function quickStart(platform: AgentPlatform, { origin, architecture, secret }: CommandInput): string {
  const file = fileNameOf(platform, architecture);
  const shown = secret ?? secretPlaceholder;
  if (platform === 'windows') return `$env:AGENT_SECRET = '${shown}'\n.\\${file} --server ${origin}`;
  return `chmod +x ${file}\necho '${shown}' | sudo ./${file} --server ${origin} --agent-secret-file -`;
}

/** Prints the checksum of the downloaded file. */
export function verifyCommand(platform: AgentPlatform, fileName: string): string {
  if (platform === 'windows') return `Get-FileHash .\\${fileName} -Algorithm SHA256`;
  return platform === 'macos' ? `shasum -a 256 ${fileName}` : `sha256sum ${fileName}`;
}

export const commandOptions = [
  { option: '--server', text: 'The URL of this server.' },
  {
    option: '--agent-secret',
    text: 'Your agent secret. Command lines are visible to other users of the machine, so prefer AGENT_SECRET or --agent-secret-file.',
  },
  { option: '--agent-id', text: 'The name to list scans under. Defaults to the host name.' },
  { option: '--save-local', text: 'Also save the scan to a file in the current directory.' },
  { option: '--no-upload', text: 'Do not upload. Use it to review the scan first.' },
  { option: '--help', text: 'List all options, including networks, ports, speed and dry run.' },
] as const;
