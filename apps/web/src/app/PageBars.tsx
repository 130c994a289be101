import { ConnectionBar } from './connection/ConnectionBar.tsx';
import { SessionBar } from './organization/SessionBar.tsx';

/** At the bottom of every page, in its flow, so that they never hide the end of it. Announced when they appear. */
export function PageBars() {
  return (
    <div aria-live="polite" className="sticky bottom-0 z-30 print:hidden">
      <SessionBar />
      <ConnectionBar />
    </div>
  );
}
