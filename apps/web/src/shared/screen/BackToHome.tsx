import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';

export function BackToHome() {
  return (
    <Link to="/" className="inline-flex min-h-6 items-center gap-1.5 text-ink-2 hover:text-ink">
      <ArrowLeft aria-hidden size={14} />
      Back to Home
    </Link>
  );
}
