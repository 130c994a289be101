import { Progress as Primitive } from 'radix-ui';
import { classes } from '../classes.ts';

interface ProgressProps {
  label: string;
  hideLabel?: boolean;
  /** Null if the total is unknown. */
  value: number | null;
  max?: number;
  /** With numbers and units: "3,200 of 10,000 rows". Defaults to the percentage. */
  valueText?: string;
  tone?: keyof typeof tones;
}

const tones = { accent: 'bg-accent', expiring: 'bg-expiring', danger: 'bg-danger' };

export function Progress(props: ProgressProps) {
  const { label, hideLabel = false, value, max = 100, valueText, tone = 'accent' } = props;
  const bounded = value === null ? null : Math.min(max, Math.max(0, value));
  const share = bounded === null ? null : `${Math.round((bounded / max) * 100)}%`;
  const words = valueText ?? share;
  return (
    <div>
      <div aria-hidden className={classes('mb-2 flex justify-between gap-4', hideLabel && 'hidden')}>
        <span className="font-medium">{label}</span>
        {words && <span className="text-ink-2 tabular-nums">{words}</span>}
      </div>
      <Primitive.Root
        value={bounded}
        max={max}
        aria-label={label}
        {...(words && { 'aria-valuetext': words })}
        className="relative h-2 overflow-hidden rounded-full border border-transparent bg-line forced-colors:border-[CanvasText]"
      >
        <Primitive.Indicator
          className={classes(
            'h-full rounded-full forced-colors:bg-[Highlight]',
            tones[tone],
            share === null ? 'w-2/5 animate-sweep' : 'transition-[width] duration-150 ease-out',
          )}
          style={share === null ? undefined : { width: share }}
        />
      </Primitive.Root>
    </div>
  );
}
