import { Spinner } from './Spinner.tsx';

/** Appears after 300 ms, so that fast loads do not flicker. */
export function LoadingState({ label = 'Loading...' }: { label?: string }) {
  return (
    <div
      role="status"
      className="flex animate-appear-late items-center justify-center gap-2 px-6 py-12 text-ink-2"
    >
      <Spinner size={20} className="text-accent" />
      {label}
    </div>
  );
}
