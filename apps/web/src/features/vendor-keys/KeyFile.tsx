import { FileKey2 } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';

/** As much as the server accepts. */
const maxFileBytes = 4096;

/** Reads the key from a file, as an alternative to pasting it. The file stays in this page until the key is saved. */
export function KeyFile({ onRead }: { onRead: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [message, setMessage] = useState('');
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // The same file can be chosen again.
    target.value = '';
    if (!file) return;
    if (file.size > maxFileBytes) return setMessage(`${file.name} is too large to be a private key.`);
    try {
      onRead((await file.text()).trim().replaceAll(/[\r\n]+/g, ' '));
      setMessage(`Read ${file.name}.`);
    } catch {
      setMessage(`Failed to read ${file.name}.`);
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <input ref={input} type="file" accept=".pem,.p8,.key" hidden onChange={read} />
      <Button size="sm" icon={<FileKey2 aria-hidden size={16} />} onClick={() => input.current?.click()}>
        Choose .pem file
      </Button>
      <p role="status" className="wrap-anywhere text-ink-2 text-sm">
        {message || 'Or paste its text above.'}
      </p>
    </div>
  );
}
