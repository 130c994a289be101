import type { ComponentProps } from 'react';
import { LoadFailed as Failed } from '../../ui/LoadFailed.tsx';

export function LoadFailed(props: Omit<ComponentProps<typeof Failed>, 'title'>) {
  return <Failed title="Failed to load API key configurations. Please try again." {...props} />;
}
