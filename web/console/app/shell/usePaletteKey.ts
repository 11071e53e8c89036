import { useListening } from '../../shared/keys/useListening';

const modal = '[role="dialog"][aria-modal]';

/** Ctrl+K (⌘K) by the key's place, so that it works in every keyboard layout; not above a dialog. */
export function usePaletteKey(open: () => void) {
  useListening((event) => {
    const { code, ctrlKey, metaKey, shiftKey, altKey, isComposing } = event;
    if (code !== 'KeyK' || ctrlKey === metaKey || shiftKey || altKey || isComposing) return;
    event.preventDefault(); // the browser's own search
    if (!document.querySelector(modal)) open();
  });
}
