import { ListPlus } from 'lucide-react';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button/Button.tsx';
import { codeField } from '../../../ui/form/control-style.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';

interface ManualScanProps {
  active: boolean;
  onScan: (text: string) => void;
  problem: string | null;
}

/** A handheld scanner acts as a keyboard that presses Enter after each code. */
export function ManualScan({ active, onScan, problem }: ManualScanProps) {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useScannerFocus(active, input);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    onScan(text);
    setText('');
  };
  return (
    <form
      noValidate
      aria-label="Add a device"
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2"
    >
      <Field
        label="Scan or type a serial number"
        help="USB barcode scanners type here and press Enter automatically."
        error={problem}
      >
        <Input
          ref={input}
          {...codeField}
          value={text}
          onChange={({ target }) => setText(target.value)}
          maxLength={400}
        />
      </Field>
      <Button type="submit" icon={ListPlus} className="mt-6">
        Add
      </Button>
    </form>
  );
}

/** Users do not check the focus before scanning, so a character typed outside any field or dialog goes into this one. */
function useScannerFocus(active: boolean, input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    if (!active) return;
    const catchKey = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) => {
      const isCharacter = /^[\w:/.-]$/.test(key) && !ctrlKey && !metaKey && !altKey;
      const isManual =
        target instanceof Element &&
        (target.matches('input, textarea, [contenteditable]') ||
          target.closest('[role=dialog], [role=listbox]') !== null);
      if (isCharacter && !isManual) input.current?.focus();
    };
    addEventListener('keydown', catchKey);
    return () => removeEventListener('keydown', catchKey);
  }, [active, input]);
}
