import type { FileNotice } from '@warranty/contracts/bulk-lookup';
import { formatCount } from '../../../lib/format/format-number.ts';
import { Details } from '../../../ui/layout/Details.tsx';

interface FileNoticesProps {
  /** The first notices only. */
  notices: readonly FileNotice[];
  count: number;
}

/** Warnings about lines of the file. They do not prevent reading it. */
export function FileNotices({ notices, count }: FileNoticesProps) {
  return (
    <Details summary={`${formatCount(count, 'warning')} about this file`}>
      <ul className="max-h-60 space-y-1 overflow-auto text-sm">
        {notices.map(({ line, message }) => (
          <li key={`${line} ${message}`} className="wrap-anywhere">
            {message}
          </li>
        ))}
        {count > notices.length && (
          <li className="text-ink-2">and {formatCount(count - notices.length, 'more line')}.</li>
        )}
      </ul>
    </Details>
  );
}
