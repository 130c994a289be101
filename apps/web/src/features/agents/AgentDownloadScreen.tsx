import {
  type AgentArchitecture,
  type AgentPlatform,
  agentPlatforms,
  agentVersion,
} from '@warranty/contracts/agents';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../lib/format-number.ts';
import { useRetention } from '../../lib/retention.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { AgentSecrets } from './AgentSecrets.tsx';
import { useAgentFiles, useAvailability } from './agent-downloads.ts';
import { Capabilities } from './Capabilities.tsx';
import { CommandOptions } from './CommandOptions.tsx';
import { PlatformPanel } from './PlatformPanel.tsx';
import { platformInfo } from './platforms.ts';
import { Scripts } from './Scripts.tsx';
import { SetupSteps } from './SetupSteps.tsx';
import { Support } from './Support.tsx';

/** The platform of this browser, selected first. */
function ownPlatform(): AgentPlatform {
  const agent = navigator.userAgent;
  if (agent.includes('Mac OS')) return 'macos';
  return agent.includes('Linux') && !agent.includes('Android') ? 'linux' : 'windows';
}

export default function AgentDownloadScreen() {
  const { discoveryDays } = useRetention();
  const availability = useAvailability();
  const files = useAgentFiles();
  const [platform, setPlatform] = useState<string>(ownPlatform);
  const [architectures, setArchitectures] = useState<Partial<Record<AgentPlatform, AgentArchitecture>>>({});
  // Available only while this page is open: the secret cannot be read again.
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <div className="max-w-280 space-y-8">
      <ScreenHeader badge={<Badge tone="accent">{agentVersion}</Badge>} />
      <Alert title="Security Notice">
        An agent scans the network it runs in. Only run it on networks that you own or are authorized to scan.
        It connects to the devices it finds and reads serial numbers from management controllers. It needs one
        of your agent secrets, and only you can see its scans.
      </Alert>
      <Capabilities />
      <section aria-labelledby="download">
        <h2 id="download" className="font-semibold text-lg">
          Download
        </h2>
        <div className="mt-2">
          <Tabs
            label="Platform"
            value={platform}
            onValueChange={setPlatform}
            items={agentPlatforms.map((value) => ({ value, label: platformInfo[value].label }))}
          >
            {agentPlatforms.map((each) => (
              <TabPanel key={each} value={each}>
                <PlatformPanel
                  platform={each}
                  availability={availability[each]}
                  files={files.filter((file) => file.platform === each)}
                  architecture={architectures[each] ?? 'x86_64'}
                  onDownload={(pressed) => setArchitectures({ ...architectures, [each]: pressed })}
                  secret={secret}
                />
              </TabPanel>
            ))}
          </Tabs>
        </div>
      </section>
      <AgentSecrets onMade={setSecret} onRevoked={() => setSecret(null)} />
      <Scripts secret={secret} />
      <Alert tone="warning" title="Windows Security Warning">
        The executable is not signed yet, so Windows may show “Windows protected your PC”. Compare its SHA-256
        with the one above, then choose “More info” and “Run anyway”. Antivirus software may also show a
        warning.
      </Alert>
      <SetupSteps />
      <CommandOptions />
      <Support />
      <p className="flex items-start gap-2 text-ink-2 text-sm">
        <ShieldCheck aria-hidden size={16} className="mt-0.5 shrink-0" />
        Scans are deleted after {formatCount(discoveryDays, 'day')}.
      </p>
    </div>
  );
}
