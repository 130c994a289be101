import { LogIn } from 'lucide-react';
import { Button } from '../../ui/button/Button.tsx';

interface ProviderButtonProps {
  /** What the identity provider is called. */
  label: string;
  busy: boolean;
  disabled: boolean;
  onClick: () => void;
  children: string;
}

/** The main button of a page: leads to the page of the identity provider. */
export function ProviderButton({ label, busy, disabled, onClick, children }: ProviderButtonProps) {
  return (
    <Button
      variant="primary"
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
