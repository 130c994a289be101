import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleMinus } from 'lucide-react';
import type { VendorAccess } from './vendor-access.ts';

/** Which vendors can be looked up, and what the others need. */
export function VendorAccessNotice({ access }: { access: VendorAccess[] }) {
  return (
    <section aria-labelledby="api-access" className="border-line border-t px-5 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="api-access" className="font-medium text-ink-2 text-sm">
          API access
        </h2>
        <Link
          to="/api-keys"
          className="inline-flex min-h-6 items-center text-ink-2 text-sm underline decoration-line-strong underline-offset-4 hover:text-ink"
        >
          Add your own keys
        </Link>
      </div>
      <dl className="mt-2 grid min-h-22 grid-cols-2 gap-x-4 gap-y-2 text-sm sm:grid-cols-3 lg:min-h-10 lg:grid-cols-6">
        {access.map(({ name, open, text, page }) => (
          <div key={name} className="min-w-0">
            <dt className="flex items-center gap-1.5 font-medium">
              {open ? (
                <CircleCheck aria-hidden size={14} className="shrink-0 text-active" />
              ) : (
                <CircleMinus aria-hidden size={14} className="shrink-0 text-ink-3" />
              )}
              {name}
            </dt>
            <dd className="text-ink-2">
              {text}
              {page && (
                <>
                  {'; or check on '}
                  <a
                    href={page}
                    target="_blank"
                    rel="noreferrer"
                    className="underline decoration-line-strong underline-offset-4 hover:text-ink"
                  >
                    {name}’s page
                  </a>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
