import { Fragment, useState } from 'react';
import { Switch } from '../../ui/form/Switch.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Kbd } from '../../ui/text/Kbd.tsx';
import { areSingleKeysOn, setSingleKeys } from './single-keys.ts';

const shortcuts = [
  { keys: [['Ctrl', 'K'], ['/']], text: 'Search pages, runs and devices' },
  { keys: [['?']], text: 'Show these shortcuts' },
  { keys: [['Ctrl', 'B']], text: 'Show or hide the sidebar' },
  { keys: [['Esc']], text: 'Close a dialog' },
];

interface ShortcutsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export default function ShortcutsDialog({ open, onOpenChange }: ShortcutsDialogProps) {
  const [areOn, setOn] = useState(areSingleKeysOn);
  return (
    <Dialog title="Keyboard shortcuts" size="sm" open={open} onOpenChange={onOpenChange}>
      <dl className="divide-y divide-line">
        {shortcuts.map(({ keys, text }) => (
          <div key={text} className="flex items-center justify-between gap-4 py-2">
            <dt>{text}</dt>
            <dd className="flex flex-none items-center gap-1">
              {keys.map((together, index) => (
                <Fragment key={together.join('+')}>
                  {index > 0 && <span className="px-1 text-ink-2 text-sm">or</span>}
                  {together.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-ink-2 text-sm">On a Mac, use ⌘ instead of Ctrl.</p>
      <div className="mt-4">
        <Switch
          atEnd
          label="Shortcuts with a single key"
          description="They ignore barcode scanners. Turn them off for voice control."
          checked={areOn}
          onCheckedChange={(on) => {
            setOn(on);
            setSingleKeys(on);
          }}
        />
      </div>
    </Dialog>
  );
}
