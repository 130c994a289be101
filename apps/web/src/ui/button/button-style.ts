import { classes } from '../classes.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'link';
export type ButtonSize = 'sm' | 'md';

const base = [
  'inline-flex max-w-full items-center justify-center gap-2 border [&>svg]:shrink-0',
  'text-center font-medium select-none transition-colors duration-150 ease-out',
  'disabled:cursor-not-allowed aria-disabled:cursor-not-allowed',
].join(' ');

const flat =
  'not-aria-busy:disabled:border-line not-aria-busy:disabled:bg-sunken not-aria-busy:disabled:text-ink-3';
const variants: Record<ButtonVariant, string> = {
  primary: `rounded-control border-transparent bg-accent text-on-accent enabled:hover:bg-accent-strong [a]:hover:bg-accent-strong ${flat}`,
  secondary: `rounded-control border-line bg-surface text-ink enabled:hover:bg-sunken [a]:hover:bg-sunken dark:bg-raised dark:enabled:hover:bg-line dark:[a]:hover:bg-line ${flat}`,
  ghost:
    'rounded-control border-transparent text-ink-2 enabled:hover:bg-hover enabled:hover:text-ink [a]:hover:bg-hover [a]:hover:text-ink data-[state=open]:bg-hover disabled:text-ink-3',
  danger: `rounded-control border-transparent bg-danger text-on-danger enabled:hover:bg-danger-strong [a]:hover:bg-danger-strong ${flat}`,
  link: 'rounded-sm border-transparent text-accent underline decoration-1 underline-offset-4 hover:text-accent-strong hover:decoration-2 disabled:text-ink-3 disabled:no-underline',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-7 px-3 py-0.5 text-sm pointer-coarse:min-h-11',
  md: 'min-h-9 px-4 py-1.5 text-base pointer-coarse:min-h-11',
};
const linkSizes: Record<ButtonSize, string> = {
  sm: 'min-h-6 text-sm',
  md: 'min-h-6 text-base',
};

export function buttonStyle(variant: ButtonVariant, size: ButtonSize): string {
  return classes(base, variants[variant], variant === 'link' ? linkSizes[size] : sizes[size]);
}
