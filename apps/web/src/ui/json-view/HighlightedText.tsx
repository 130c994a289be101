import { pieces } from './line-text.ts';

/** Highlights the search words in a text. `words` must be lower case. */
export function HighlightedText({ text, words }: { text: string; words: string }) {
  return pieces(text, words).map((piece) =>
    piece.isHit ? (
      <mark key={piece.from} className="rounded-sm bg-expiring-soft text-ink outline outline-expiring">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
