/** A retired term that stays, because it is part of a format that cannot change. */
export interface VocabularyException {
  /** The file that may contain it; every file if absent. */
  path?: string;
  text: RegExp;
  reason: string;
}

export const exceptions: VocabularyException[] = [
  { text: /\btype-and-maker\b/g, reason: 'an evidence kind of the API' },
  {
    path: 'apps/web/src/features/warranty/recent-lookups.ts',
    text: /\bmaker\b/g,
    reason: 'a field in the storage of browsers',
  },
  {
    path: 'packages/domain/src/csv/synonyms.ts',
    text: /\bmakers?\b/gi,
    reason: 'headers of users’ files',
  },
  {
    text: /\b(?:longestTasks?|longestMatch|mostFrequentWidth)\b/g,
    reason: 'superlatives, not bounds',
  },
  { text: /`nobody`/g, reason: 'the user of the operating system' },
];
