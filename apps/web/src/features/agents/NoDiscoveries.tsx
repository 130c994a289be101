import { Link } from '@tanstack/react-router';
import { Download, Radar } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { sampleSessionId } from './sample-discovery.ts';

export function NoDiscoveries() {
  return (
    <EmptyState
      icon={<Radar aria-hidden size={24} />}
      title="No discoveries yet"
      action={
        <>
          <Button asChild variant="primary" icon={<Download aria-hidden size={16} />}>
            <Link to="/agent-download">Download Agents</Link>
          </Button>
          <Button asChild>
            <Link to="/agent-discoveries" search={{ session: sampleSessionId }}>
              Show a sample scan
            </Link>
          </Button>
        </>
      }
    >
      Run an agent on your network. Its scan appears here with every device it found. If a device reports its
      serial number, you can look up the warranty in one click.
    </EmptyState>
  );
}
