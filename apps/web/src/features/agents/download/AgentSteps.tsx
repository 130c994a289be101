import {
  type AgentArchitecture,
  type AgentPlatform,
  agentPlatforms,
  createAgentSecret,
} from '@warranty/contracts/agents';
import { type RefObject, useRef, useState } from 'react';
import { useTab } from '../../../lib/browser/use-tab.ts';
import { RoleGate } from '../../../shared/session/RoleGate.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Steps } from '../../../ui/layout/Steps.tsx';
import { TabPanel, Tabs } from '../../../ui/layout/Tabs.tsx';
import { useAgentFiles, useAvailability } from './agent-downloads.ts';
import { FirstScan } from './FirstScan.tsx';
import { PlatformPanel, type PlatformPanelProps } from './PlatformPanel.tsx';
import { platformInfo } from './platforms.ts';
import { SecretSteps } from './SecretSteps.tsx';
import type { MadeSecret } from './use-agent-secrets.ts';
import { useFirstScan } from './use-first-scan.ts';

const labels = ['Name', 'Secret', 'Download', 'Run', 'First scan'];

/** The platform of this browser, selected first. */
function ownPlatform(): AgentPlatform {
  const agent = navigator.userAgent;
  if (agent.includes('Mac OS')) return 'macos';
  return agent.includes('Linux') && !agent.includes('Android') ? 'linux' : 'windows';
}

interface AgentStepsProps {
  /** Available only while this page is open: the secret cannot be read again. */
  made: MadeSecret | null;
  onMade: (made: MadeSecret) => void;
  createButton: RefObject<HTMLButtonElement | null>;
}

/** From a name to the first scan. Every step can be used at any time: some users have a secret or the file already. */
export function AgentSteps({ made, onMade, createButton }: AgentStepsProps) {
  const [isNamed, setNamed] = useState(false);
  const [hasSecret, setHasSecret] = useState(false);
  const [isDownloaded, setDownloaded] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const isWaiting = made !== null || hasSecret || isDownloaded || isCopied;
  const firstScan = useFirstScan(isWaiting, made?.secret.createdAt);
  const platforms = useRef<HTMLDivElement>(null);
  const skipToDownload = () => {
    setHasSecret(true);
    platforms.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus();
  };
  const isPast = [
    isNamed || isWaiting,
    isWaiting,
    isDownloaded || isCopied,
    isCopied,
    firstScan.scan !== null,
  ];
  return (
    <section aria-labelledby="steps" className="space-y-4">
      <h2 id="steps" className="sr-only">
        Set up an agent
      </h2>
      <Steps
        label="Progress"
        steps={labels}
        current={firstScan.scan ? labels.length : isPast.indexOf(false)}
      />
      <Card className="divide-y divide-line">
        <RoleGate endpoint={createAgentSecret} padded>
          <SecretSteps {...{ made, onMade, createButton }} onNamed={setNamed} onSkip={skipToDownload} />
        </RoleGate>
        <div ref={platforms}>
          <Platforms
            secret={made?.rawSecret ?? null}
            onDownload={() => setDownloaded(true)}
            onCopied={() => setCopied(true)}
            {...{ isDownloaded, isCopied }}
          />
        </div>
        <FirstScan isWaiting={isWaiting} {...firstScan} />
      </Card>
    </section>
  );
}

interface PlatformsProps
  extends Pick<PlatformPanelProps, 'secret' | 'onCopied' | 'isDownloaded' | 'isCopied'> {
  onDownload: () => void;
}

function Platforms({ secret, onDownload, ...progress }: PlatformsProps) {
  const availability = useAvailability();
  const files = useAgentFiles();
  const { tab, openTab } = useTab([ownPlatform(), ...agentPlatforms], 'platform');
  const [architectures, setArchitectures] = useState<Partial<Record<AgentPlatform, AgentArchitecture>>>({});
  return (
    <div className="pt-2">
      <Tabs
        label="Platform"
        value={tab}
        onValueChange={openTab}
        items={agentPlatforms.map((value) => ({ value, label: platformInfo[value].label }))}
      >
        {agentPlatforms.map((each) => (
          <TabPanel key={each} value={each}>
            <PlatformPanel
              platform={each}
              availability={availability[each]}
              files={files.filter((file) => file.platform === each)}
              architecture={architectures[each] ?? 'x86_64'}
              onDownload={(pressed) => {
                setArchitectures({ ...architectures, [each]: pressed });
                onDownload();
              }}
              secret={secret}
              {...progress}
            />
          </TabPanel>
        ))}
      </Tabs>
    </div>
  );
}
