import { Fragment } from 'react';
import { Badge } from '../../ui/Badge.tsx';

/** A host name, which breaks after a dot if it needs two lines. */
export function HostName({ children }: { children: string }) {
  const [first = '', ...parts] = children.split(/(?<=\.)/);
  return (
    <Badge tone="accent" isLong title={children}>
      {first}
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name never move.
        <Fragment key={index}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </Badge>
  );
}
