import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

export const referencePath = '/api/docs';

interface EntryLinkProps extends Pick<ComponentProps<'a'>, 'className' | 'children' | 'aria-current'> {
  /** Empty for the overview. */
  anchor: string;
}

/** Without the hash, every link to this page would be the current one. */
const activeOptions = { includeHash: true };

/** A link to an endpoint of this page. The screen itself moves the focus and scrolls. */
export function EntryLink({ anchor, ...rest }: EntryLinkProps) {
  return (
    <Link
      to={referencePath}
      hash={anchor}
      resetScroll={false}
      hashScrollIntoView={false}
      activeOptions={activeOptions}
      {...rest}
    />
  );
}
