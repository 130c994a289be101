/** Where the data on the screen comes from: our own endpoints or an external API. */
export const sources = ['internal', 'external'] as const;
export type Source = (typeof sources)[number];

export const sourceLabels: Record<Source, string> = { internal: 'Internal APIs', external: 'External APIs' };
