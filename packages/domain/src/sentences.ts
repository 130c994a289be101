const ended = /[.!?…:]["'”’)\]]*$/;

/** Adds a full stop unless the text already ends with one: reasons come with or without it. */
export function endSentence(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' || ended.test(trimmed) ? trimmed : `${trimmed}.`;
}

/** Joins sentences from several sources into one text. */
export function joinSentences(...sentences: readonly (string | null | undefined)[]): string {
  return sentences
    .map((sentence) => endSentence(sentence ?? ''))
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** "1 day", "7 days". */
export function inDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}
