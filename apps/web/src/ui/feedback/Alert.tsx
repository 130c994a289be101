import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../classes.ts';

type AlertTone = 'info' | 'success' | 'warning' | 'danger';

const tones = {
  info: { box: 'bg-accent-soft', ink: 'text-accent-strong', Icon: Info },
  success: { box: 'bg-active-soft', ink: 'text-active', Icon: CircleCheck },
  warning: { box: 'bg-expiring-soft', ink: 'text-expiring', Icon: TriangleAlert },
  danger: { box: 'bg-expired-soft', ink: 'text-expired', Icon: CircleAlert },
};

interface AlertProps {
  tone?: AlertTone;
  title: ReactNode;
  /**
   * Announced when it appears: immediately (`alert`) or when the screen reader is idle (`status`). Omit it for an alert
   * that is there from the start.
   */
  live?: 'alert' | 'status';
  action?: ReactNode;
  children?: ReactNode;
}

export function Alert({ tone = 'info', title, live, action, children }: AlertProps) {
  const { box, ink, Icon } = tones[tone];
  return (
    <div
      role={live}
      className={classes('flex items-start gap-3 rounded-control border border-transparent px-4 py-3', box)}
    >
      <Icon aria-hidden size={16} className={classes('mt-0.5 shrink-0', ink)} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-[1_1_16rem]">
          <p className={classes('wrap-anywhere font-medium', ink)}>{title}</p>
          {children && <div className="mt-0.5 wrap-anywhere text-ink-2">{children}</div>}
        </div>
        {action}
      </div>
    </div>
  );
}
