import { pieces } from './line-text.ts';

/** A text with the words marked that are looked for. They are in lower case. */
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
