import { describe, expect, it, vi } from 'vitest';
import { closeToast, currentToast, toast } from './toast-store.ts';
import { offerUndo } from './undo-offer.ts';

const listeners = new Set<() => void>();
const onLeave = (act: () => void) => {
  listeners.add(act);
  return () => listeners.delete(act);
};
const leavePage = () => {
  for (const listener of [...listeners]) listener();
};

const offer = (title = 'Run deleted') => {
  const undo = vi.fn();
  const commit = vi.fn();
  offerUndo({ title, undo, commit }, onLeave);
  return { undo, commit, shown: currentToast() };
};

/** As a press on the button does: the action, then the toast closes. */
function pressUndo(shown: ReturnType<typeof currentToast>): void {
  shown?.options.action?.onAction();
  closeToast(shown?.id ?? 0);
}

describe('a deletion', () => {
  it('is final when its toast ends, once', () => {
    const { undo, commit, shown } = offer();
    expect(commit).not.toHaveBeenCalled();
    closeToast(shown?.id ?? 0);
    leavePage();
    expect(commit).toHaveBeenCalledTimes(1);
    expect(undo).not.toHaveBeenCalled();
    expect(listeners.size).toBe(0);
  });

  it('can be undone, and is then never sent', () => {
    const { undo, commit, shown } = offer();
    pressUndo(shown);
    leavePage();
    expect(undo).toHaveBeenCalledTimes(1);
    expect(commit).not.toHaveBeenCalled();
  });

  it('is final when another toast takes the place of its own', () => {
    const first = offer('First run deleted');
    const second = offer('Second run deleted');
    expect(first.commit).toHaveBeenCalledTimes(1);
    expect(second.commit).not.toHaveBeenCalled();
    pressUndo(second.shown);
    expect(second.undo).toHaveBeenCalledTimes(1);
    expect(first.undo).not.toHaveBeenCalled();
  });

  it('is final at once when the page is left, and can no longer be undone', () => {
    const { undo, commit, shown } = offer();
    leavePage();
    expect(commit).toHaveBeenCalledTimes(1);
    expect(currentToast()?.open).toBe(false);
    shown?.options.action?.onAction();
    expect(undo).not.toHaveBeenCalled();
  });
});

it('the end of a toast is reported once', () => {
  const onEnd = vi.fn();
  const close = toast({ title: 'Saved', onEnd });
  close();
  close();
  toast({ title: 'Next' });
  expect(onEnd).toHaveBeenCalledTimes(1);
});
