import { FlaskConical } from 'lucide-react';

/** Shown on every page of an installation that runs on sample data, so that no figure is mistaken for a real one. */
export function DemoBar() {
  return (
    <p className="flex items-center gap-2 border-line border-b bg-expiring-soft px-4 py-1.5 text-expiring text-sm">
      <FlaskConical aria-hidden size={14} className="shrink-0" />
      <strong className="font-medium">Demo: sample data</strong>
      <span className="hidden sm:inline">Results come from sample devices only.</span>
    </p>
  );
}
