import type { Operation } from '@warranty/contracts/openapi';
import { Globe, KeyRound, type LucideIcon, MonitorSmartphone, Radar, TriangleAlert } from 'lucide-react';
import { Badge } from '../../ui/Badge.tsx';

interface AccessKind {
  words: string;
  Icon: LucideIcon;
}

const kinds: Record<string, AccessKind> = {
  public: { words: 'No credentials needed', Icon: Globe },
  session: { words: 'Browser session', Icon: MonitorSmartphone },
  bearer: { words: 'Access token', Icon: KeyRound },
  'session-or-bearer': { words: 'Access token or browser session', Icon: KeyRound },
  agent: { words: 'Agent secret', Icon: Radar },
};

/** Who may call an endpoint, and whether its response is for the user only. */
export function AccessBadges({ operation }: { operation: Operation }) {
  const access = operation['x-access'];
  const { words, Icon } = kinds[access] ?? { words: access, Icon: KeyRound };
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      <span className="text-ink-2 text-sm">Access:</span>
      <Badge tone={access.endsWith('bearer') ? 'accent' : 'neutral'} icon={<Icon aria-hidden size={14} />}>
        {words}
      </Badge>
      {operation['x-sensitive'] && (
        <Badge
          tone="expiring"
          icon={<TriangleAlert aria-hidden size={14} />}
          title="The response has data that you would not want on a shared screen"
        >
          sensitive
        </Badge>
      )}
    </div>
  );
}
