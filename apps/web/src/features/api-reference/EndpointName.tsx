import { Fragment } from 'react';
import type { Entry } from './entries.ts';

/** Method and path on lines that may break after a slash. */
export function EndpointName({ method, path }: Pick<Entry, 'method' | 'path'>) {
  return (
    <>
      <span className="font-medium">{method}</span>{' '}
      <span>
        {path.split(/(?<=\/)/).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a path have no other identity
          <Fragment key={index}>
            {part}
            <wbr />
          </Fragment>
        ))}
      </span>
    </>
  );
}
