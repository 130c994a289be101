import { toast } from './toast-store.ts';

/** Longer than other toasts: the user notices a mistake, then has to reach the button. */
const undoMs = 8000;

export interface Deletion {
  /** What happened, for example "Run deleted". */
  title: string;
  description?: string;
  /** Brings back what was deleted. Not called after `commit`. */
  undo: () => void;
  /**
   * Makes the deletion final, for example on the server. Called once, when the toast ends or the user leaves the page, and
   * not at all after `undo`.
   */
  commit?: () => void;
}

/**
 * Offers to undo a deletion for some seconds. `onLeave` calls its argument when the user leaves the page, until the function
 * it returned is called. Returns a function that ends the offer.
 */
export function offerUndo(deletion: Deletion, onLeave: (act: () => void) => () => void): () => void {
  const { title, description, undo, commit } = deletion;
  let isDecided = false;
  let stop = () => {};
  const decide = (act?: () => void) => {
    if (isDecided) return;
    isDecided = true;
    stop();
    act?.();
  };
  const close = toast({
    title,
    ...(description && { description }),
    duration: undoMs,
    action: { label: 'Undo', onAction: () => decide(undo) },
    onEnd: () => decide(commit),
  });
  if (commit) stop = onLeave(close);
  return close;
}
