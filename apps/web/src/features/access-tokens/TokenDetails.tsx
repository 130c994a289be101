import type { AccessToken } from '@warranty/contracts/access-tokens';
import type { ReactNode } from 'react';
import { formatAgo } from '../../lib/age.ts';
import { formatDate } from '../../lib/format-date.ts';
import { formatCount } from '../../lib/format-number.ts';
import { localDay } from '../../lib/local-day.ts';
import { Fact, FactList } from '../../ui/FactList.tsx';

/** Usage count, last use and expiry of a token. */
export function TokenDetails({ token, now }: { token: AccessToken; now: Date }) {
  const { usageCount, lastUsedAt, createdAt, expiresAt } = token;
  return (
    <FactList>
      <Fact label="Usage">{formatCount(usageCount, 'request')}</Fact>
      <Fact label="Last used">
        {lastUsedAt ? <Moment instant={lastUsedAt}>{formatAgo(lastUsedAt, now)}</Moment> : 'never'}
      </Fact>
      <Fact label="Created">
        <Day instant={createdAt} />
      </Fact>
      <Fact label="Expires">{expiresAt ? <Day instant={expiresAt} /> : 'never'}</Fact>
    </FactList>
  );
}

function Moment({ instant, children }: { instant: string; children: ReactNode }) {
  return (
    <time dateTime={instant} title={instant}>
      {children}
    </time>
  );
}

/** The day in the user's time zone, as it was chosen. */
function Day({ instant }: { instant: string }) {
  return <Moment instant={instant}>{formatDate(localDay(new Date(instant)))}</Moment>;
}
