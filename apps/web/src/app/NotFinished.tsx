import { Link } from '@tanstack/react-router';
import { Hammer } from 'lucide-react';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** What stands in the place of a tool that is not there yet. */
export function NotFinished() {
  return (
    <EmptyState
      icon={<Hammer aria-hidden size={24} />}
      title="Not finished yet"
      action={
        <Button asChild>
          <Link to="/">See what works</Link>
        </Button>
      }
    >
      This tool is being built and does nothing yet. It will be at this address when it works.
    </EmptyState>
  );
}
