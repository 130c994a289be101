import { classes } from './classes.ts';

/** Loading placeholder; set its height and width. Hidden from screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden
      className={classes('animate-pulse rounded-sm bg-line forced-colors:border', className ?? 'h-5 w-full')}
    />
  );
}
