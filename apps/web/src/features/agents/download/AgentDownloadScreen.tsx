import { Link } from '@tanstack/react-router';
import { agentVersion } from '@warranty/contracts/agents';
import {
  Barcode,
  BookOpen,
  CloudUpload,
  type LucideIcon,
  Mail,
  Network,
  Radar,
  ShieldCheck,
} from 'lucide-react';
import { useRef, useState } from 'react';
import { handle } from '../../../lib/browser/organization.ts';
import { formatCount } from '../../../lib/format/format-number.ts';
import { guideAddress } from '../../../shared/screen/guide-address.ts';
import { ScreenHeader } from '../../../shared/screen/ScreenHeader.tsx';
import { useConfig, useRetention } from '../../../shared/server/config.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Badge } from '../../../ui/text/Badge.tsx';
import { AgentSecrets } from './AgentSecrets.tsx';
import { AgentSteps } from './AgentSteps.tsx';
import { FoldedSection } from './FoldedSection.tsx';
import { commandOptions } from './platforms.ts';
import { Scripts } from './Scripts.tsx';
import { SetupSteps } from './SetupSteps.tsx';
import type { MadeSecret } from './use-agent-secrets.ts';

export default function AgentDownloadScreen() {
  const { discoveryDays } = useRetention();
  const [made, setMade] = useState<MadeSecret | null>(null);
  const createButton = useRef<HTMLButtonElement>(null);
  return (
    <div className="max-w-280 space-y-8">
      <ScreenHeader badge={<Badge tone="accent">{agentVersion}</Badge>} />
      <Alert title="Security Notice">
        An agent scans the network it runs in. Only run it on networks that you own or are authorized to scan.
        It connects to the devices it finds and reads serial numbers from management controllers. It needs one
        of{' '}
        {handle === null
          ? 'your agent secrets, and only you'
          : 'the agent secrets of your organization, and only its members'}{' '}
        can see its scans.
      </Alert>
      <AgentSteps made={made} onMade={setMade} createButton={createButton} />
      <AgentSecrets onRevoked={() => setMade(null)} returnFocusTo={createButton} />
      <Alert tone="warning" title="Windows Security Warning">
        The executable is not signed yet, so Windows may show “Windows protected your PC”. Compare its SHA-256
        with the one above, then choose “More info” and “Run anyway”. Antivirus software may also show a
        warning.
      </Alert>
      <Card className="divide-y divide-line overflow-hidden">
        <Capabilities />
        <Scripts secret={made?.rawSecret ?? null} />
        <SetupSteps />
        <CommandOptions />
      </Card>
      <Support />
      <p className="flex items-start gap-2 text-ink-2 text-sm">
        <ShieldCheck aria-hidden size={16} className="mt-0.5 shrink-0" />
        Scans are deleted after {formatCount(discoveryDays, 'day')}.
      </p>
    </div>
  );
}

function CommandOptions() {
  return (
    <FoldedSection title="Command-line options" hint="Of the agent and of both scripts">
      <dl className="divide-y divide-line rounded-card border border-line bg-surface">
        {commandOptions.map(({ option, text }) => (
          <div key={option} className="grid gap-x-6 gap-y-0.5 px-5 py-2.5 sm:grid-cols-[10rem_minmax(0,1fr)]">
            <dt>
              <code className="font-medium">{option}</code>
            </dt>
            <dd className="text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
    </FoldedSection>
  );
}

function Support() {
  const email = useConfig()?.feedbackEmail;
  return (
    <section aria-labelledby="support">
      <h2 id="support" className="font-semibold text-lg">
        Support
      </h2>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button asChild icon={BookOpen}>
          <Link to={guideAddress('download-agents')}>Documentation</Link>
        </Button>
        {email && (
          <Button asChild icon={Mail}>
            <a href={`mailto:${email}?subject=${encodeURIComponent('Network agent')}`}>Contact support</a>
          </Button>
        )}
      </div>
    </section>
  );
}

const capabilities: { Icon: LucideIcon; title: string; text: string }[] = [
  {
    Icon: Radar,
    title: 'Network Discovery',
    text: 'Finds every device that responds on the connected private networks, with its address, name and manufacturer.',
  },
  {
    Icon: Network,
    title: 'Port Scanning',
    text: 'Detects common open services. Limited to 1,000 connections per second, and never scans public addresses.',
  },
  {
    Icon: Barcode,
    title: 'Serial Numbers',
    text: 'Reads the serial number of its own machine and of servers that report theirs, so that you can look up the warranty in one click.',
  },
  {
    Icon: CloudUpload,
    title: 'Secure Upload',
    text: 'Uploads scans over HTTPS with your agent secret. If the server is unreachable, the scan is saved and sent later.',
  },
];

function Capabilities() {
  return (
    <FoldedSection title="What agents do" hint="Discovery, ports, serial numbers, upload">
      <ul aria-label="What agents do" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {capabilities.map(({ Icon, title, text }) => (
          <Card as="li" key={title} className="gap-1 p-5">
            <Icon aria-hidden size={20} className="mb-2 text-accent" />
            <h3 className="font-semibold">{title}</h3>
            <p className="text-ink-2 text-sm">{text}</p>
          </Card>
        ))}
      </ul>
    </FoldedSection>
  );
}
