/**
 * A ref for a list. When the focused element goes away (a removed chip, a reset button, the bar over a selection), the
 * focus moves to the summary, or to the page where there is none: on the body the keyboard would start at the menu again.
 */
export function keepFocus(list: HTMLElement | null) {
  if (!list) return;
  let last: EventTarget | null = null;
  const enter = ({ target }: FocusEvent) => {
    last = target;
  };
  // A click beside everything takes the focus away on purpose.
  const press = () => {
    last = null;
  };
  const watch = new MutationObserver(() => {
    if (!(last instanceof Element) || last.isConnected) return;
    last = null;
    if (document.activeElement !== document.body) return;
    const home = list.querySelector<HTMLElement>('[data-home]') ?? list.closest('main');
    home?.focus({ preventScroll: true });
  });
  watch.observe(list, { childList: true, subtree: true });
  list.addEventListener('focusin', enter);
  addEventListener('pointerdown', press, true);
  return () => {
    watch.disconnect();
    list.removeEventListener('focusin', enter);
    removeEventListener('pointerdown', press, true);
  };
}
