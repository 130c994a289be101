import { classes } from './classes.ts';

/** The place of what is coming; give it a height and width. It is hidden from screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden
      className={classes('animate-pulse rounded-sm bg-line forced-colors:border', className ?? 'h-5 w-full')}
    />
  );
}
