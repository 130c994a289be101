import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import { type IconOf, renderIcon } from '../icon.tsx';

type BadgeTone = 'neutral' | 'accent' | 'active' | 'expiring' | 'expired' | 'unknown' | 'danger';

const tones: Record<BadgeTone, string> = {
  neutral: 'border-line bg-sunken text-ink-2',
  accent: 'border-transparent bg-accent-soft text-accent-strong',
  active: 'border-transparent bg-active-soft text-active',
  expiring: 'border-transparent bg-expiring-soft text-expiring',
  expired: 'border-transparent bg-expired-soft text-expired',
  unknown: 'border-transparent bg-unknown-soft text-unknown',
  danger: 'border-danger bg-transparent text-danger',
};

interface BadgeProps {
  tone?: BadgeTone;
  /** Required with a status, so that color is never the only cue. */
  icon?: IconOf | undefined;
  /** Wraps to a second line before it is cut, for names that must be readable. */
  isLong?: boolean;
  /** More details on hover, in a few words. */
  title?: string;
  children: ReactNode;
}

export function Badge({ tone = 'neutral', icon, isLong = false, title, children }: BadgeProps) {
  return (
    <span
      title={title}
      className={classes(
        'inline-flex min-h-6 max-w-full items-center gap-1 border px-2 py-0.5 font-medium text-xs',
        isLong ? 'rounded-[0.75rem]' : 'rounded-full',
        tones[tone],
      )}
    >
      {renderIcon(icon, 14, 'shrink-0')}
      <span className={isLong ? 'wrap-anywhere line-clamp-2 min-w-0 whitespace-normal' : 'min-w-0 truncate'}>
        {children}
      </span>
    </span>
  );
}
