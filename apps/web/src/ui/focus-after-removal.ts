/**
 * Call before an item of a list is removed by its own button, which takes the focus with it: moves the focus to the same
 * button of the next item, otherwise to the page's `main` element.
 */
export function focusAfterRemoval(button: HTMLElement): void {
  const item = button.closest('li');
  const neighbor = item?.nextElementSibling ?? item?.previousElementSibling;
  const at = item ? [...item.querySelectorAll('button')].indexOf(button as HTMLButtonElement) : -1;
  const next = neighbor?.querySelectorAll('button')[at] ?? document.querySelector('main');
  next?.focus({ preventScroll: true });
}
