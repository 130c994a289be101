import { Trash2 } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from '../../ui/button/Button.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';

interface RevokeButtonProps {
  name: string;
  /** What stops working. */
  description: string;
  onRevoke: () => Promise<void>;
  returnFocusTo: RefObject<HTMLElement | null>;
}

export function RevokeButton({ name, description, onRevoke, returnFocusTo }: RevokeButtonProps) {
  return (
    <ConfirmDialog
      title={`Revoke ${name}?`}
      description={description}
      confirmLabel="Revoke"
      onConfirm={onRevoke}
      returnFocusTo={returnFocusTo}
      trigger={
        <Button variant="ghost" size="sm" icon={Trash2} aria-label={`Revoke ${name}`}>
          Revoke
        </Button>
      }
    />
  );
}
