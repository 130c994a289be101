import { Link } from '@tanstack/react-router';
import { useVendorCallsText } from './vendor-calls.ts';

/** A line that appears when few or no vendor calls are left for today. */
export function VendorCallsLeft() {
  const text = useVendorCallsText();
  if (text === null) return null;
  return (
    <p className="text-ink-2 text-sm print:hidden">
      {text}{' '}
      <Link
        to="/api-keys"
        className="inline-flex min-h-6 items-center underline decoration-line-strong underline-offset-4 hover:text-ink"
      >
        Your own keys have no such limit
      </Link>
    </p>
  );
}
