import { KeyRound } from 'lucide-react';
import { EmptyState } from '../../ui/EmptyState.tsx';

export function NoTokens() {
  return (
    <EmptyState icon={<KeyRound aria-hidden size={24} />} title="No tokens yet" level={3}>
      With a token a script, your inventory or your help desk looks up warranties by itself, as you. Generate
      one for each application, so that you can switch off one without stopping the others.
    </EmptyState>
  );
}
