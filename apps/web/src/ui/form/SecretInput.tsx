import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { IconButton } from '../button/IconButton.tsx';
import { Input } from './Input.tsx';

interface SecretInputProps extends Omit<ComponentProps<typeof Input>, 'type' | 'className'> {
  /** What the toggle shows and hides, for example "client secret". */
  noun: string;
}

/** Masked until the user reveals it; ignored by password managers and spell checkers. */
export function SecretInput({ noun, ...rest }: SecretInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        data-1p-ignore
        data-lpignore="true"
        mono
        {...rest}
        type={shown ? 'text' : 'password'}
        className="pr-10 pointer-coarse:pr-12"
      />
      <IconButton
        label={shown ? `Hide ${noun}` : `Show ${noun}`}
        icon={shown ? <EyeOff aria-hidden size={16} /> : <Eye aria-hidden size={16} />}
        size="sm"
        disabled={rest.disabled}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-1 my-auto"
      />
    </div>
  );
}
