import { vendorsById } from '@warranty/contracts/vendors';
import { ExternalLink } from 'lucide-react';
import { Button } from '../../ui/button/Button.tsx';
import type { VendorView } from './vendor-view.ts';

/** Which keys a vendor requires, where to get them and how long that takes. */
export function KeyGuide({ vendor: { id, name } }: { vendor: VendorView }) {
  const guide = vendorsById[id].keyGuide;
  const lines = [
    ['What you need', guide.needs],
    ['Where to get it', guide.where],
    ['How long it takes', guide.wait],
    ['Good to know', guide.note],
  ] as const;
  return (
    <section aria-labelledby={`guide-${id}`} className="border-line border-t px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h4 id={`guide-${id}`} className="font-semibold">
          How to get {name} keys
        </h4>
        {guide.link && (
          <Button asChild variant="ghost" size="sm" icon={ExternalLink} className="-mx-3">
            <a href={guide.link.url} target="_blank" rel="noreferrer">
              {guide.link.label}
            </a>
          </Button>
        )}
      </div>
      <dl className="mt-2 space-y-2">
        {lines.map(([label, text]) => (
          <div key={label} className="sm:grid sm:grid-cols-[7rem_minmax(0,1fr)] sm:gap-x-4">
            <dt className="text-ink-2 text-sm leading-5">{label}</dt>
            <dd className="wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
