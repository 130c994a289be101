import { Fragment } from 'react';
import { Code } from '../../ui/text/Code.tsx';
import type { Inline, LinkTarget } from './guide-page.ts';
import { PageLink } from './PageLink.tsx';

/** Text with code, emphasis and links. */
export function Inlines({ children }: { children: readonly Inline[] }) {
  return children.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a page never change
    <Fragment key={index}>{toElement(part)}</Fragment>
  ));
}

function toElement(part: Inline) {
  if (typeof part === 'string') return part;
  if (part.kind === 'code') return <Code>{part.text}</Code>;
  if (part.kind === 'strong')
    return (
      <strong className="font-semibold text-ink">
        <Inlines>{part.children}</Inlines>
      </strong>
    );
  return <TargetLink target={part.target}>{part.children}</TargetLink>;
}

const linkStyle = 'text-accent-strong underline underline-offset-4 wrap-anywhere';

function TargetLink({ target, children }: { target: LinkTarget; children: readonly Inline[] }) {
  const text = <Inlines>{children}</Inlines>;
  if (target.kind === 'page')
    return (
      <PageLink slug={target.slug} hash={target.hash} className={linkStyle}>
        {text}
      </PageLink>
    );
  if (target.kind === 'web')
    return (
      <a href={target.href} rel="noreferrer" target="_blank" className={linkStyle}>
        {text}
      </a>
    );
  // The product does not serve the repository: say which file it is.
  const file = <Code>{target.path}</Code>;
  const isNamed = children.length === 1 && children[0] === target.path;
  return isNamed ? (
    file
  ) : (
    <>
      {text} ({file})
    </>
  );
}
