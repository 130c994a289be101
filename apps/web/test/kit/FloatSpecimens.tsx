import { Filter } from 'lucide-react';
import { useState } from 'react';
import { SecretDialog } from '../../src/shared/secrets/SecretDialog.tsx';
import { Button } from '../../src/ui/button/Button.tsx';
import { toast } from '../../src/ui/feedback/toast-store.ts';
import { Field } from '../../src/ui/form/Field.tsx';
import { Input } from '../../src/ui/form/Input.tsx';
import { ConfirmDialog } from '../../src/ui/overlay/ConfirmDialog.tsx';
import { Dialog, DialogClose } from '../../src/ui/overlay/Dialog.tsx';
import { FormDialog } from '../../src/ui/overlay/FormDialog.tsx';
import { Popover } from '../../src/ui/overlay/Popover.tsx';
import { Sheet } from '../../src/ui/overlay/Sheet.tsx';
import { Tooltip } from '../../src/ui/overlay/Tooltip.tsx';
import { Row, Specimen, SpecimenGroup } from './Specimen.tsx';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export function FloatSpecimens() {
  return (
    <SpecimenGroup title="What floats">
      <Specimen title="Dialogs">
        <Row>
          <AskingDialog />
          <OnceDialog />
          <LongDialog />
        </Row>
      </Specimen>
      <Specimen title="Confirmation: done, and failing">
        <Row>
          <ConfirmDialog
            trigger={<Button variant="danger">Delete token</Button>}
            title="Delete this token?"
            description="Applications that use it stop working immediately. This cannot be undone."
            confirmLabel="Delete token"
            onConfirm={() => wait(1200)}
          />
          <ConfirmDialog
            trigger={<Button>Failing confirmation</Button>}
            title="Delete this token?"
            description="Applications that use it stop working immediately."
            confirmLabel="Delete token"
            onConfirm={async () => {
              await wait(600);
              throw new Error('The server did not respond within 15 seconds. Try again.');
            }}
          />
        </Row>
      </Specimen>
      <Specimen title="Sheets">
        <Row>
          <SheetSpecimen side="left" className="w-72" />
          <SheetSpecimen side="right" className="w-96" />
        </Row>
      </Specimen>
      <Specimen title="Popover, tooltip">
        <Row>
          <PopoverSpecimen />
          <Tooltip content="Opens after 700 ms, or immediately when moving from another tooltip within 300 ms">
            <Button variant="ghost">Tooltip</Button>
          </Tooltip>
        </Row>
      </Specimen>
      <Specimen title="Toasts: one at a time, F8 moves the focus there" wide>
        <ToastSpecimen />
      </Specimen>
    </SpecimenGroup>
  );
}

function AskingDialog() {
  const [open, setOpen] = useState(false);
  return (
    <FormDialog
      trigger={<Button variant="primary">Open dialog</Button>}
      open={open}
      onOpenChange={setOpen}
      title="New token"
      description="The token is shown once. Copy it before you close this window."
      submitLabel="Create token"
      busy={false}
      onSubmit={() => setOpen(false)}
    >
      <Field label="Name" help="Where it will be used.">
        <Input placeholder="For example Nightly import" />
      </Field>
    </FormDialog>
  );
}

function OnceDialog() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Secret shown once</Button>
      {open && (
        <SecretDialog
          title="Your secret"
          description="Clicking outside does not close this dialog."
          secret="s3cr3t-O0O0-1Il8-B8B8"
          copyLabel="Copy secret"
          doneLabel="Saved it"
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function LongDialog() {
  const [open, setOpen] = useState(false);
  const lines = Array.from({ length: 40 }, (_, index) => `Row ${index + 1} of the file as it was read`);
  return (
    <Dialog
      trigger={<Button>Long dialog</Button>}
      title="Preview of the file"
      size="lg"
      open={open}
      onOpenChange={setOpen}
    >
      {lines.map((line) => (
        <p key={line} className="py-1">
          {line}
        </p>
      ))}
    </Dialog>
  );
}

function SheetSpecimen(sheet: { side: 'left' | 'right'; className: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Sheet on the {sheet.side}</Button>
      <Sheet
        {...sheet}
        title="Device"
        description="Warranty details of this device."
        open={open}
        onOpenChange={setOpen}
        footer={
          <DialogClose>
            <Button variant="primary">Done</Button>
          </DialogClose>
        }
      >
        <p>Details are shown here without leaving the table.</p>
      </Sheet>
    </>
  );
}

function PopoverSpecimen() {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label="Filter"
      align="end"
      className="w-72"
      open={open}
      onOpenChange={setOpen}
      trigger={<Button icon={<Filter aria-hidden size={16} />}>Filter</Button>}
    >
      <Field label="Contains">
        <Input placeholder="Text" />
      </Field>
    </Popover>
  );
}

function ToastSpecimen() {
  const undo = { label: 'Undo', onAction: () => toast({ title: 'Restored' }) };
  return (
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
  );
}
