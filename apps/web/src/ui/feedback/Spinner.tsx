import { LoaderCircle } from 'lucide-react';
import { classes } from '../classes.ts';

interface SpinnerProps {
  /** In pixels. */
  size?: number;
  className?: string | undefined;
}

/** Decorative spinner; pair it with text for screen readers. */
export function Spinner({ size = 16, className }: SpinnerProps) {
  return <LoaderCircle aria-hidden size={size} className={classes('shrink-0 animate-spin', className)} />;
}
