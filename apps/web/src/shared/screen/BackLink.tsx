import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';

/** Above the title of a page. */
export function BackLink({ to, children }: { to: LinkProps['to']; children: ReactNode }) {
  return (
    <Link to={to} className="inline-flex min-h-6 items-center gap-1.5 text-ink-2 hover:text-ink">
      <ArrowLeft aria-hidden size={14} />
      {children}
    </Link>
  );
}

export const BackToHome = () => <BackLink to="/">Back to Home</BackLink>;
