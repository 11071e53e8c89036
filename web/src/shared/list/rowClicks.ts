const own = 'a, button, input, label, select, textarea';

function click(event: MouseEvent) {
  if (event.defaultPrevented || !(event.target instanceof Element) || event.button > 1) return;
  if (event.target.closest(own) || String(getSelection()) !== '') return;
  const { ctrlKey, metaKey, shiftKey, button } = event;
  const link = event.target.closest('[data-row]')?.querySelector('a');
  // The middle button opens a new tab, as the Ctrl key does.
  const keys = { ctrlKey: ctrlKey || button === 1, metaKey, shiftKey };
  link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }));
}

/**
 * A ref for the box of the rows. Texts of a row lie above its link, so that a phone can be selected
 * and copied; a click on such a text is a click on the link, the end of a selection is not.
 */
export function rowClicks(box: HTMLElement | null) {
  box?.addEventListener('click', click);
  box?.addEventListener('auxclick', click);
  return () => {
    box?.removeEventListener('click', click);
    box?.removeEventListener('auxclick', click);
  };
}
