import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

export const referencePath = '/api/docs';

interface EntryLinkProps extends Pick<ComponentProps<'a'>, 'className' | 'children' | 'aria-current'> {
  anchor: string;
}

/** Where an endpoint of this page is; an empty anchor is the overview. The screen itself moves the focus and scrolls. */
export const toEntry = (anchor: string) =>
  ({ to: referencePath, hash: anchor, resetScroll: false, hashScrollIntoView: false }) as const;

/** Without the hash, every link to this page would be the current one. */
const activeOptions = { includeHash: true };

export function EntryLink({ anchor, ...rest }: EntryLinkProps) {
  return <Link {...toEntry(anchor)} activeOptions={activeOptions} {...rest} />;
}
