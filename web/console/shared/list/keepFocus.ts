/**
 * A ref callback for a list. When the focused element unmounts (a removed chip, the reset button, the selection bar), it
 * moves the focus to the summary or the page; otherwise the keyboard user would restart at the menu.
 */
export function keepFocus(list: HTMLElement | null) {
  if (!list) return;
  let last: EventTarget | null = null;
  const enter = ({ target }: FocusEvent) => {
    last = target;
  };
  // A click on an empty area removes the focus on purpose.
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
