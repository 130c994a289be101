import { classes } from '../classes.ts';

interface SkeletonProps {
  /** Its height and width. */
  className: string;
  /** Without animation, for hundreds at once: the browser keeps a layer for each that is animated. */
  still?: boolean;
}

/** Loading placeholder. Hidden from screen readers. */
export function Skeleton({ className, still = false }: SkeletonProps) {
  return (
    <div
      aria-hidden
      className={classes('rounded-sm bg-line forced-colors:border', !still && 'animate-pulse', className)}
    />
  );
}
