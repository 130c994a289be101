import { KeyRound } from 'lucide-react';
import { EmptyState } from '../../ui/EmptyState.tsx';

export function NoTokens() {
  return (
    <EmptyState icon={<KeyRound aria-hidden size={24} />} title="No tokens yet" level={3}>
      Use tokens to let scripts, your inventory or your help desk look up warranties on your behalf. Generate
      one per application, so that you can revoke one without affecting the others.
    </EmptyState>
  );
}
