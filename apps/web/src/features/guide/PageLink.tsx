import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { guideAddress } from '../../shared/screen/guide-address.ts';

interface PageLinkProps extends Pick<ComponentProps<'a'>, 'className' | 'children' | 'aria-current'> {
  slug: string;
  hash?: string;
}

/** Marked as current by its caller only: the router would mark the index on every page below it. */
const activeOptions = { exact: true, includeHash: true };

export function PageLink({ slug, hash = '', ...rest }: PageLinkProps) {
  return <Link to={guideAddress(slug)} hash={hash} activeOptions={activeOptions} {...rest} />;
}
