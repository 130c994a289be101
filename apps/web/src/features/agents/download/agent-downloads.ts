import { useQueries, useQuery } from '@tanstack/react-query';
import {
  type AgentArchitecture,
  type AgentPlatform,
  type AgentScript,
  agentPlatforms,
  downloadAgent,
  downloadAgentScript,
  listAgentDownloads,
} from '@warranty/contracts/agents';
import { fillPath } from '@warranty/contracts/core/client';
import { errorCatalog } from '@warranty/contracts/core/errors';
import { call } from '../../../lib/api/api.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { notAvailableText } from './download-messages.ts';
import { fileNameOf, platformInfo } from './platforms.ts';

/** `unchecked`: the check failed, so it is unknown whether the file is built. */
export type Availability = 'checking' | 'available' | 'not-built' | 'unchecked';

const addressOf = (platform: AgentPlatform, architecture: AgentArchitecture) =>
  fillPath(downloadAgent.path, { platform }) + (architecture === 'x86_64' ? '' : `?arch=${architecture}`);

async function checkAgent(platform: AgentPlatform): Promise<Availability> {
  try {
    const response = await fetch(addressOf(platform, 'x86_64'), { method: 'HEAD' });
    if (response.ok) return 'available';
    return response.status === errorCatalog.agent_not_built.status ? 'not-built' : 'unchecked';
  } catch {
    return 'unchecked';
  }
}

/** Checks each platform on load. */
export function useAvailability(): Record<AgentPlatform, Availability> {
  const checks = useQueries({
    queries: agentPlatforms.map((platform) => ({
      queryKey: ['agent-availability', platform],
      queryFn: () => checkAgent(platform),
      refetchOnMount: 'always' as const,
    })),
  });
  const states = agentPlatforms.map(
    (platform, index) => [platform, checks[index]?.data ?? 'checking'] as const,
  );
  return Object.fromEntries(states) as Record<AgentPlatform, Availability>;
}

/** Sizes and checksums; empty until they are loaded. */
export function useAgentFiles() {
  const { data } = useQuery({
    queryKey: ['agent-downloads'],
    queryFn: () => call(listAgentDownloads),
    refetchOnMount: 'always',
  });
  return data?.files ?? [];
}

function fail(title: string, description: string): void {
  toast({ variant: 'destructive', title, description });
}

async function sha256(bytes: ArrayBuffer): Promise<string | null> {
  // Available only on https and localhost.
  if (!crypto.subtle) return null;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function fetchAgent(platform: AgentPlatform, architecture: AgentArchitecture): Promise<void> {
  const response = await fetch(addressOf(platform, architecture));
  if (!response.ok) {
    fail('Download Not Available', notAvailableText(await response.json()));
    return;
  }
  const bytes = await response.arrayBuffer();
  const sum = await sha256(bytes);
  if (sum !== null && sum !== response.headers.get('x-checksum-sha256'))
    throw new Error('the checksum differs');
  const name = fileNameOf(platform, architecture);
  saveFile(new File([bytes], name, { type: 'application/octet-stream' }));
  toast({
    title: `Downloaded ${name}`,
    ...(sum !== null && { description: 'Its SHA-256 matches the one on this page.' }),
  });
}

/** Reports errors in a toast. */
export async function downloadFor(
  platform: AgentPlatform,
  availability: Availability,
  architecture: AgentArchitecture,
): Promise<void> {
  const isMissing = availability === 'not-built' || availability === 'unchecked';
  if (isMissing && platform !== 'linux') {
    const description = `The executable for ${platformInfo[platform].label} is still being built. Use the Python script instead; it finds the same devices.`;
    return fail('Executable Not Available', description);
  }
  try {
    await fetchAgent(platform, architecture);
  } catch {
    fail('Download Failed', 'Unable to download agent. Please try again later.');
  }
}

export async function downloadScript(script: AgentScript, title: string): Promise<void> {
  try {
    const response = await fetch(fillPath(downloadAgentScript.path, { script }));
    if (!response.ok) throw new Error(String(response.status));
    saveFile(new File([await response.arrayBuffer()], script, { type: 'text/plain' }));
  } catch {
    fail('Download Failed', `Unable to download ${title} script`);
  }
}
