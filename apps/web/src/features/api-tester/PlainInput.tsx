import type { ComponentProps } from 'react';
import { Input } from '../../ui/form/Input.tsx';

/** For values that are sent literally: no autocorrect, no capitalization, no autofill. */
export function PlainInput(props: ComponentProps<typeof Input>) {
  return <Input mono autoComplete="off" autoCapitalize="off" spellCheck={false} {...props} />;
}
