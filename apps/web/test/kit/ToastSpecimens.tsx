import { Button } from '../../src/ui/button/Button.tsx';
import { toast } from '../../src/ui/feedback/toast-store.ts';
import { Row, SpecimenGroup } from './Specimen.tsx';

export function ToastSpecimens() {
  const undo = { label: 'Undo', onAction: () => toast({ title: 'Restored' }) };
  return (
    <SpecimenGroup title="Toasts: one at a time, F8 moves the focus there">
      <Row>
        <Button onClick={() => toast({ title: 'Saved' })}>Short</Button>
        <Button
          onClick={() =>
            toast({ title: 'File ready', description: '10,000 rows, 9,871 with a result, 129 without.' })
          }
        >
          With description
        </Button>
        <Button
          onClick={() =>
            toast({
              title: 'Test failed',
              description: 'The service did not respond within 15 seconds. Try again later.',
              variant: 'destructive',
            })
          }
        >
          Destructive
        </Button>
        <Button onClick={() => toast({ title: 'Token deleted', action: undo, duration: 8000 })}>
          With undo, 8 s
        </Button>
      </Row>
    </SpecimenGroup>
  );
}
