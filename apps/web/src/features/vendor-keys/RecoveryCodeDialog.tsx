import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog, DialogClose } from '../../ui/Dialog.tsx';

interface RecoveryCodeDialogProps {
  code: string;
  /** It came with the first key, unasked. */
  first?: boolean;
  onClose: () => void;
}

export function RecoveryCodeDialog({ code, first = false, onClose }: RecoveryCodeDialogProps) {
  return (
    <Dialog
      open
      staysOpen
      onOpenChange={(open) => !open && onClose()}
      title="Your recovery code"
      description={
        first
          ? 'You stored your first key. There is no password: this code is the way back to it from another browser.'
          : 'It brings you back to your keys from another browser. The code before it no longer works.'
      }
      footer={
        <>
          <CopyButton text={code} label="Copy code" />
          <DialogClose>
            <Button variant="primary">I have kept it</Button>
          </DialogClose>
        </>
      }
    >
      <p className="wrap-anywhere rounded-control border border-line bg-sunken px-4 py-3 text-balance text-center font-mono text-lg">
        {code}
      </p>
      <p className="mt-3 text-ink-2">
        Keep it safe: it is shown only now and works once. Whoever has it can use your keys, but never read
        them.
      </p>
    </Dialog>
  );
}
