import { ShieldCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { usePageTitle } from '../../lib/browser/page-title.ts';
import { Card } from '../../ui/layout/Card.tsx';

interface EntryPageProps {
  /** The heading. It gets the focus whenever it changes, so that a screen reader reads on from there. */
  title: string;
  /** Below the card, in small text. */
  hint?: ReactNode;
  children: ReactNode;
}

/** A page without the sidebar: the name of the product above one card. */
export function EntryPage({ title, hint, children }: EntryPageProps) {
  usePageTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another step
  useEffect(() => heading.current?.focus({ preventScroll: true }), [title]);
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 pt-[max(2.5rem,14dvh)] pb-10">
      <div className="w-full max-w-104">
        <ProductMark />
        <Card className="mt-6 p-6 sm:p-8">
          <h1
            ref={heading}
            tabIndex={-1}
            className="text-balance wrap-anywhere font-semibold text-xl tracking-tight focus-visible:outline-none"
          >
            {title}
          </h1>
          {children}
        </Card>
        {hint && <p className="mt-4 text-balance px-2 text-center text-ink-2 text-sm">{hint}</p>}
      </div>
    </main>
  );
}

function ProductMark() {
  return (
    <div className="flex items-center justify-center gap-2.5">
      <span className="grid size-9 shrink-0 place-items-center rounded-control bg-accent text-on-accent">
        <ShieldCheck aria-hidden size={20} />
      </span>
      <div className="min-w-0">
        <p className="font-semibold leading-5">IT Asset Manager</p>
        <p className="text-ink-3 text-xs">Warranty &amp; Asset Lookup</p>
      </div>
    </div>
  );
}

/** The sentence below the heading. */
export function Words({ children }: { children: ReactNode }) {
  return <p className="mt-2 text-pretty wrap-anywhere text-ink-2">{children}</p>;
}

/** Below the sentences: messages, fields and buttons of the full width. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-col gap-4">{children}</div>;
}
