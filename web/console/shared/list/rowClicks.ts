const own = 'a, button, input, label, select, textarea';

function click(event: MouseEvent) {
  if (event.defaultPrevented || !(event.target instanceof Element) || event.button > 1) return;
  if (event.target.closest(own) || String(getSelection()) !== '') return;
  const { ctrlKey, metaKey, shiftKey, button } = event;
  const link = event.target.closest('[data-row]')?.querySelector('a');
  // The middle button opens a new tab, like Ctrl+click.
  const keys = { ctrlKey: ctrlKey || button === 1, metaKey, shiftKey };
  link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }));
}

/**
 * A ref callback for the container of the rows. Texts are layered above the row's link, so that they can be selected
 * and copied; a click on a text follows the link, the end of a text selection does not.
 */
export function rowClicks(box: HTMLElement | null) {
  box?.addEventListener('click', click);
  box?.addEventListener('auxclick', click);
  return () => {
    box?.removeEventListener('click', click);
    box?.removeEventListener('auxclick', click);
  };
}
