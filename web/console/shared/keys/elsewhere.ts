const fields = [
  ...['input', 'textarea', 'select', '[contenteditable="true"]'],
  ...['dialog', 'tablist', 'toolbar', 'menu', 'application'].map((role) => `[role="${role}"]`),
].join(', ');

/** Whether a key belongs to the focused field, menu or window and not to the page. */
export const isElsewhere = ({ target, defaultPrevented }: KeyboardEvent) =>
  defaultPrevented ||
  (target instanceof Element && target.closest(fields) !== null) ||
  document.querySelector('[aria-modal="true"]') !== null;

/** Whether a modifier is held: the browser and the system have such keys. */
export const isModified = ({ altKey, ctrlKey, metaKey }: KeyboardEvent) =>
  altKey || ctrlKey || metaKey;
