import { Button } from '../../src/ui/button/Button.tsx';
import { type ToastOptions, toast } from '../../src/ui/feedback/toast-store.ts';
import { Row, SpecimenGroup } from './Specimen.tsx';

const undo = { label: 'Undo', onAction: () => toast({ title: 'Restored' }) };

const toasts: Record<string, ToastOptions> = {
  Short: { title: 'Saved' },
  'With description': {
    title: 'File ready',
    description: '10,000 rows, 9,871 with a result, 129 without.',
  },
  Destructive: {
    title: 'Test failed',
    description: 'The service did not respond within 15 seconds. Try again later.',
    variant: 'destructive',
  },
  'With undo, 8 s': { title: 'Token deleted', action: undo, duration: 8000 },
};

export function ToastSpecimens() {
  return (
    <SpecimenGroup title="Toasts: one at a time, F8 moves the focus there">
      <Row>
        {Object.entries(toasts).map(([label, options]) => (
          <Button key={label} onClick={() => toast(options)}>
            {label}
          </Button>
        ))}
      </Row>
    </SpecimenGroup>
  );
}
