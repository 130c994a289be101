import { LogIn } from 'lucide-react';
import { Button } from '../../ui/button/Button.tsx';

interface ProviderButtonProps {
  /** What the identity provider is called. */
  label: string;
  /** Whether it is the main button of the page. */
  isMain: boolean;
  busy: boolean;
  disabled: boolean;
  onClick: () => void;
  children: string;
}

/** Leads to the page of the identity provider. */
export function ProviderButton({ label, isMain, busy, disabled, onClick, children }: ProviderButtonProps) {
  return (
    <Button
      variant={isMain ? 'primary' : 'secondary'}
      icon={LogIn}
      className="w-full"
      busy={busy}
      busyLabel={`Opening ${label}...`}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
