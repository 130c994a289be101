/** Tools that are not built yet. A tool that is finished leaves this list for a route of its own. */
export const unfinished = {
  '/api-explorer': {
    title: 'API Explorer',
    text: 'Read your own data through the API, map its fields to columns and export them.',
  },
  '/purchase-date-predictor': {
    title: 'Purchase Date Predictor',
    text: 'Estimate when a device was bought, with the evidence for it.',
  },
  '/agent-download': {
    title: 'Download Agents',
    text: 'Network discovery agents for Windows, macOS and Linux.',
  },
  '/agent-discoveries': {
    title: 'Agent Discoveries',
    text: 'What your agents found on your networks.',
  },
} as const;
