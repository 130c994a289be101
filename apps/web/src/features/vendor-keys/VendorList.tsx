import { vendorsWithKeys } from '@warranty/contracts/vendors';
import { ChevronRight } from 'lucide-react';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { useUrlParameter } from '../../lib/browser/use-url-parameter.ts';
import { formatCount } from '../../lib/format/format-number.ts';
import { classes } from '../../ui/classes.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { ConfiguredBadge } from './ConfiguredBadge.tsx';
import { useServerAnswers } from './use-server-answers.ts';
import { VendorPanel, type VendorPanelProps } from './VendorPanel.tsx';
import { storedCount, type VendorView } from './vendor-view.ts';

interface VendorListProps extends Omit<VendorPanelProps, 'vendor' | 'headed'> {
  vendors: VendorView[];
}

/** List and panel side by side on wide screens; on narrow ones, a vendor's panel opens below its row. */
export function VendorList({ vendors, ...actions }: VendorListProps) {
  const wide = useMediaQuery('(width >= 1024px)');
  const [chosen, choose] = useChosenVendor();
  const open = chosen ?? (wide ? vendors[0]?.id : null);
  // One DOM element that is moved: a dialog opened from the panel stays open when the layout changes.
  const [host] = useState(() => document.createElement('div'));
  const place = useCallback((slot: HTMLElement | null) => slot?.append(host), [host]);
  return (
    <section aria-labelledby="vendors" className="grid items-start gap-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
      <h2 id="vendors" className="sr-only">
        Vendors
      </h2>
      <Card className="overflow-hidden">
        <ul className="divide-y divide-line">
          {vendors.map((vendor) => (
            <VendorRow
              key={vendor.id}
              vendor={vendor}
              open={vendor.id === open}
              wide={wide}
              onPress={() => choose(!wide && vendor.id === open ? null : vendor.id)}
              placePanel={place}
            />
          ))}
        </ul>
      </Card>
      {wide && <div ref={place} className="min-w-0" />}
      {vendors
        .filter(({ id }) => id === open)
        .map((vendor) =>
          createPortal(<VendorPanel vendor={vendor} headed={wide} {...actions} />, host, vendor.id),
        )}
    </section>
  );
}

interface VendorRowProps {
  vendor: VendorView;
  open: boolean;
  wide: boolean;
  onPress: () => void;
  /** Places the panel below the row on narrow screens. */
  placePanel: (slot: HTMLElement | null) => void;
}

function VendorRow({ vendor, open, wide, onPress, placePanel }: VendorRowProps) {
  const panelId = useId();
  const row = useRef<HTMLLIElement>(null);
  const openAtFirst = useRef(open && !wide);
  const serverAnswers = useServerAnswers(vendor);
  useEffect(() => {
    if (openAtFirst.current) row.current?.scrollIntoView({ block: 'start' });
  }, []);
  const state = wide
    ? { 'aria-current': open ? ('true' as const) : undefined }
    : { 'aria-expanded': open, 'aria-controls': open ? panelId : undefined };
  return (
    <li ref={row} className="scroll-mt-4">
      <button
        type="button"
        {...state}
        onClick={onPress}
        className={classes(
          'flex min-h-15 w-full items-center gap-3 px-4 py-2 text-left focus-visible:-outline-offset-2',
          open && wide ? 'bg-accent-soft' : 'hover:bg-hover',
        )}
      >
        <span className="min-w-0 flex-1">
          <span className={classes('block font-medium', open && wide && 'text-accent-strong')}>
            {vendor.name}
          </span>
          <span className="block text-ink-2 text-sm">{standingOf(vendor, serverAnswers)}</span>
        </span>
        <ConfiguredBadge configured={vendor.configured} />
        {!wide && (
          <ChevronRight
            aria-hidden
            size={16}
            className={classes(
              'shrink-0 text-ink-3 transition-transform duration-150 ease-out',
              open && 'rotate-90',
            )}
          />
        )}
      </button>
      {open && !wide && <div ref={placePanel} id={panelId} className="animate-appear border-line border-t" />}
    </li>
  );
}

function standingOf(vendor: VendorView, serverAnswers: boolean): string {
  if (vendor.testedOnly) return 'Tested, not saved';
  if (serverAnswers) return 'Uses the server’s keys';
  return `${storedCount(vendor)} of ${formatCount(vendor.keys.length, 'key')} stored`;
}

/** Placeholder for the list and the panel while they load. */
export function VendorListSkeleton() {
  return (
    <div
      role="status"
      className="grid animate-appear-late items-start gap-6 lg:grid-cols-[18rem_minmax(0,1fr)]"
    >
      <span className="sr-only">Loading your keys...</span>
      <Card className="gap-3 p-4">
        {['1', '2', '3', '4', '5'].map((row) => (
          <Skeleton key={row} className="h-11" />
        ))}
      </Card>
      <Card className="hidden gap-4 p-5 lg:flex">
        <Skeleton className="h-7 w-40" />
        <Skeleton className="h-16" />
        <Skeleton className="h-32" />
      </Card>
    </div>
  );
}

/** The vendor in `?vendor=lenovo`, case-insensitive. Null if it is missing or the vendor takes no keys. */
function useChosenVendor(): [string | null, (vendor: string | null) => void] {
  const [vendor, choose] = useUrlParameter('vendor');
  const wanted = vendor?.toLowerCase();
  return [vendorsWithKeys.find(({ id }) => id === wanted)?.id ?? null, choose];
}
