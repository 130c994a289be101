/** Where the data on the screen comes from: our own endpoints or an external API. */
export type Source = 'internal' | 'external';

export const sourceLabels: Record<Source, string> = { internal: 'Internal APIs', external: 'External APIs' };

/** The tab in the URL, `?tab=external`. */
export function sourceOf(tab: unknown): Source {
  return tab === 'external' ? 'external' : 'internal';
}
