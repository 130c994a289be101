import { Link, useRouterState } from '@tanstack/react-router';
import { MapPinOff } from 'lucide-react';
import { Button } from '../ui/button/Button.tsx';
import { Code } from '../ui/text/Code.tsx';

export default function NotFoundPage() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <div className="mx-auto max-w-130 py-16 text-center">
      <MapPinOff aria-hidden size={32} className="mx-auto text-ink-3" />
      <h1 className="mt-4 font-semibold text-title tracking-tight">Page Not Found</h1>
      <p className="mt-2 text-ink-2">
        There is no page at <Code className="wrap-anywhere">{path}</Code>. The URL may be wrong, or the page
        may have moved.
      </p>
      <Button asChild variant="primary" className="mt-6">
        <Link to="/">Go to Home</Link>
      </Button>
    </div>
  );
}
