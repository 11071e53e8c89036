import { useKeysOn } from '../session/slash';
import { isElsewhere, isModified } from './elsewhere';
import { useListening } from './useListening';

/** What keys do, by their physical place (event.code), so that the layout does not matter. */
export type KeyActions = Readonly<Record<string, (() => void) | undefined>>;

/**
 * Keys of a page. They do nothing with modifiers, in fields, while a window is open, when held, or when the operator has
 * turned them off.
 */
export function useKeys(actions: KeyActions) {
  const isOn = useKeysOn();
  useListening(
    (event) => {
      const { repeat, shiftKey, code } = event;
      if (repeat || shiftKey || isModified(event) || isElsewhere(event)) return;
      const act = actions[code];
      if (!act) return;
      event.preventDefault();
      act();
    },
    { enabled: isOn },
  );
  return isOn;
}

/** Calls back when the question mark is typed, wherever the layout has it. */
export function useHelpKey(open: () => void) {
  const isOn = useKeysOn();
  useListening(
    (event) => {
      const isAsked = event.key === '?' || (event.code === 'Slash' && event.shiftKey);
      if (!isAsked || event.repeat || isModified(event) || isElsewhere(event)) return;
      event.preventDefault();
      open();
    },
    { enabled: isOn },
  );
}
