import type { ComponentProps } from 'react';
import { Input } from '../../ui/Input.tsx';

/** For what is sent to the letter: nothing is corrected, capitalised or filled in from elsewhere. */
export function PlainInput(props: ComponentProps<typeof Input>) {
  return <Input mono autoComplete="off" autoCapitalize="off" spellCheck={false} {...props} />;
}
