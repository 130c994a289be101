import { useSyncExternalStore } from 'react';
import { createListeners } from '../listeners.ts';
import { readStored, store } from '../storage/stored-text.ts';

export type Theme = 'light' | 'dark' | 'system';

const storageKey = 'vite-ui-theme';
const systemDark = matchMedia('(prefers-color-scheme: dark)');
const { notify, subscribe } = createListeners();

function stored(): Theme {
  const value = readStored(storageKey);
  return value === 'dark' || value === 'system' ? value : 'light';
}

let theme = stored();

function isDark(): boolean {
  return theme === 'dark' || (theme === 'system' && systemDark.matches);
}

/** The page sets the class before the first paint; after that, it follows the user's choice. */
function apply(): void {
  document.documentElement.classList.toggle('dark', isDark());
  document.documentElement.classList.toggle('light', !isDark());
  notify();
}

export function setTheme(next: Theme): void {
  theme = next;
  store(storageKey, next);
  apply();
}

systemDark.addEventListener('change', apply);
addEventListener('storage', (event) => {
  if (event.key !== storageKey) return;
  theme = stored();
  apply();
});

export function useTheme(): { theme: Theme; dark: boolean } {
  const chosen = useSyncExternalStore(subscribe, () => theme);
  const dark = useSyncExternalStore(subscribe, isDark);
  return { theme: chosen, dark };
}
