import { type ReactNode, useRef } from 'react';
import type { IconOf } from '../icon.tsx';
import { Button } from './Button.tsx';

interface FileButtonProps {
  icon: IconOf;
  /** Name of the file input, for assistive technology. */
  inputLabel: string;
  /** Types and extensions, as in the `accept` attribute. */
  accept: readonly string[];
  multiple?: boolean;
  /** Opens the camera at once, where the device has one. */
  camera?: boolean;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** Opens the file dialog. The same file can be chosen again. */
export function FileButton({
  icon,
  inputLabel,
  accept,
  multiple = false,
  camera = false,
  onFiles,
  children,
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={icon} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        multiple={multiple}
        accept={accept.join(',')}
        {...(camera && { capture: 'environment' })}
        aria-label={inputLabel}
        hidden
        onChange={({ target }) => {
          if (target.files?.length) onFiles([...target.files]);
          target.value = '';
        }}
      />
    </>
  );
}
