import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useMemo } from 'react';
import { useConfig } from '../../lib/config.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { ScanView } from './DiscoveryView.tsx';
import { sampleDiscovery } from './sample-discovery.ts';

/** What a scan looks like, for people who have none. It is not stored, and gone as soon as there is a real one. */
export function SampleDiscovery() {
  const config = useConfig();
  const discovery = useMemo(() => config && sampleDiscovery(config, new Date()), [config]);
  if (!discovery) return null;
  return (
    <div className="space-y-4">
      <Alert
        tone="warning"
        title="Sample scan: none of these devices is real"
        action={
          <Button asChild size="sm" icon={<X aria-hidden size={14} />}>
            <Link to="/agent-discoveries">Close the sample</Link>
          </Button>
        }
      >
        It is not stored, and disappears when your first scan arrives.
      </Alert>
      <ScanView discovery={discovery} isSample />
    </div>
  );
}
