import { type Deletion, offerUndo } from './undo-offer.ts';

/**
 * For something that is already gone from the page: a toast with which the user can take the deletion back. Returns a
 * function that ends the offer.
 */
export const toastWithUndo = (deletion: Deletion): (() => void) => offerUndo(deletion, onLeave);

/** Phones end hidden pages without another event, so hiding the page counts as leaving it. */
function onLeave(act: () => void): () => void {
  const onVisibility = () => {
    if (document.hidden) act();
  };
  addEventListener('pagehide', act);
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    removeEventListener('pagehide', act);
    document.removeEventListener('visibilitychange', onVisibility);
  };
}
