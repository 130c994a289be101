import { Monitor, Moon, Sun } from 'lucide-react';
import { setTheme, type Theme, useTheme } from '../lib/browser/theme.ts';
import { IconButton } from '../ui/button/IconButton.tsx';
import { classes } from '../ui/classes.ts';

/** Switches between light and dark. */
export function ThemeToggle() {
  const { dark } = useTheme();
  return (
    <IconButton
      label={dark ? 'Use the light theme' : 'Use the dark theme'}
      tooltip
      icon={dark ? <Sun aria-hidden size={16} /> : <Moon aria-hidden size={16} />}
      onClick={() => setTheme(dark ? 'light' : 'dark')}
    />
  );
}

const choices = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'system', label: 'System', icon: Monitor },
] satisfies { value: Theme; label: string; icon: typeof Sun }[];

/** Offers all three themes, including the system theme. */
export function ThemeChoice() {
  const { theme } = useTheme();
  return (
    <fieldset className="flex rounded-control border border-line bg-surface p-0.5">
      <legend className="sr-only">Theme</legend>
      {choices.map(({ value, label, icon: Icon }) => (
        <label
          key={value}
          className={classes(
            'flex min-h-7 cursor-pointer items-center gap-1.5 rounded-[6px] px-2 text-xs pointer-coarse:min-h-10',
            'has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-1',
            theme === value ? 'bg-sunken font-medium text-ink' : 'text-ink-2 hover:text-ink',
          )}
        >
          <input
            type="radio"
            name="theme"
            className="sr-only"
            checked={theme === value}
            onChange={() => setTheme(value)}
          />
          <Icon aria-hidden size={14} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
