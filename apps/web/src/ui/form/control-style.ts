/** Shared by text fields and selects: 36 px high; 44 px with 16 px text on touch devices, which prevents zoom on focus. */
export const controlStyle = [
  'w-full min-h-9 rounded-control border border-line-strong bg-control px-3 text-base text-ink',
  'pointer-coarse:min-h-11 pointer-coarse:text-lg',
  'transition-colors duration-150 ease-out placeholder:text-ink-3 hover:border-ink-3',
  'focus-visible:border-accent focus-visible:-outline-offset-1',
  'aria-invalid:border-danger',
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-3',
].join(' ');

/** For text fields that take a code, such as a serial number. */
export const codeField = {
  mono: true,
  autoComplete: 'off',
  autoCapitalize: 'characters',
  spellCheck: false,
} as const;

/** Shared by floating elements: menus, lists, popovers, toasts. */
export const floatStyle =
  'z-50 rounded-control border border-line bg-raised text-ink shadow-float data-[state=closed]:animate-vanish';

/** A row of a menu or list: 32 px high, 44 px on touch devices. */
export const rowLayout =
  'flex min-h-8 items-center gap-2 rounded-sm px-2 py-1 text-base select-none pointer-coarse:min-h-11';

/** With the states of Radix. The focus ring appears only with keyboard use. */
export const rowStyle = [
  rowLayout,
  'focus-visible:-outline-offset-2 data-highlighted:bg-hover',
  'data-disabled:cursor-not-allowed data-disabled:text-ink-3',
].join(' ');
