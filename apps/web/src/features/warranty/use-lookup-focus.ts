import { useEffect, useRef, useState } from 'react';

/** A device with a mouse has a keyboard, or a scanner that acts as one. */
const hasKeyboard = () => matchMedia('(pointer: fine)').matches;

/**
 * Focuses the tag field initially and after each lookup, with its text selected, so that the next tag can be typed or
 * scanned immediately. The result is announced. On a touch screen the result gets the focus instead, because the on-screen
 * keyboard would hide it.
 */
export function useLookupFocus(outcome: object | null) {
  const tagField = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [lookups, setLookups] = useState(0);
  const answerTakesFocus = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the page and once for each lookup
  useEffect(() => {
    if (!hasKeyboard()) return;
    tagField.current?.focus({ preventScroll: true });
    tagField.current?.select();
  }, [lookups]);

  useEffect(() => {
    if (!outcome) return;
    if (answerTakesFocus.current) heading.current?.focus({ preventScroll: true });
    answerTakesFocus.current = false;
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [outcome]);

  return {
    tagField,
    heading,
    focusForNext: () => {
      answerTakesFocus.current = !hasKeyboard();
      setLookups((count) => count + 1);
    },
  };
}
