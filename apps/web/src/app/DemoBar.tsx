import { FlaskConical } from 'lucide-react';

/** On every page of an installation that runs on sample data, so that no figure is taken for a real one. */
export function DemoBar() {
  return (
    <p className="flex items-center gap-2 border-line border-b bg-expiring-soft px-4 py-1.5 text-expiring text-sm">
      <FlaskConical aria-hidden size={14} className="shrink-0" />
      <strong className="font-medium">Demo: sample data</strong>
      <span className="hidden sm:inline">No vendor is asked; only the sample devices are known.</span>
    </p>
  );
}
