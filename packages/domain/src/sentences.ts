const ended = /[.!?…:]["'”’)\]]*$/;

/** With one full stop at its end: a reason can come with its own, or without. */
export function endSentence(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' || ended.test(trimmed) ? trimmed : `${trimmed}.`;
}

/** Sentences of several authors as one text. */
export function joinSentences(...sentences: readonly (string | null | undefined)[]): string {
  return sentences
    .map((sentence) => endSentence(sentence ?? ''))
    .filter((sentence) => sentence !== '')
    .join(' ');
}
