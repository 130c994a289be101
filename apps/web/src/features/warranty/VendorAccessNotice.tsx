import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react';
import type { AccessGroup } from './vendor-access.ts';

const linkStyle = 'underline decoration-line-strong underline-offset-4 hover:text-ink';

/** Which vendors can be looked up, and what the others need: one line on a wide screen. */
export function VendorAccessNotice({ groups }: { groups: AccessGroup[] }) {
  return (
    <section
      aria-labelledby="api-access"
      className="flex flex-wrap items-center gap-x-5 gap-y-1 border-line border-t px-5 py-3 text-sm"
    >
      <h2 id="api-access" className="font-medium text-ink-2">
        API access
      </h2>
      <dl className="flex min-h-18 flex-wrap content-start gap-x-5 gap-y-1 sm:min-h-6">
        {groups.map((group) => (
          <Group key={group.text} {...group} />
        ))}
      </dl>
      <Link to="/api-keys" className={`ml-auto inline-flex min-h-6 items-center text-ink-2 ${linkStyle}`}>
        Add your own keys
      </Link>
    </section>
  );
}

function Group({ state, text, vendors }: AccessGroup) {
  return (
    <div className="flex min-h-6 flex-wrap items-center gap-x-1.5">
      <dt className="flex items-center gap-1.5">
        {icons[state]}
        <span className={state === 'broken' ? 'text-expiring' : 'text-ink-2'}>{text}</span>
      </dt>
      {vendors.map(({ name, page }, index) => (
        <dd key={name} className="font-medium">
          {name}
          {page && (
            <span className="font-normal text-ink-2">
              {' or '}
              <a href={page} target="_blank" rel="noreferrer" className={linkStyle}>
                {name}’s page
              </a>
            </span>
          )}
          {index < vendors.length - 1 && ','}
        </dd>
      ))}
    </div>
  );
}

const icons = {
  open: <CircleCheck aria-hidden size={14} className="shrink-0 text-active" />,
  broken: <CircleAlert aria-hidden size={14} className="shrink-0 text-expiring" />,
  closed: <CircleMinus aria-hidden size={14} className="shrink-0 text-ink-3" />,
};
