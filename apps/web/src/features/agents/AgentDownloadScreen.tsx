import { agentVersion } from '@warranty/contracts/agents';
import { ShieldCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatCount } from '../../lib/format-number.ts';
import { useRetention } from '../../lib/retention.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { AgentSecrets } from './AgentSecrets.tsx';
import { AgentSteps } from './AgentSteps.tsx';
import { Capabilities } from './Capabilities.tsx';
import { CommandOptions } from './CommandOptions.tsx';
import type { MadeSecret } from './NewSecret.tsx';
import { Scripts } from './Scripts.tsx';
import { SetupSteps } from './SetupSteps.tsx';
import { Support } from './Support.tsx';

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
        of your agent secrets, and only you can see its scans.
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
