import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, useState } from 'react';

type Options = {
  value: string;
  onChange: (value: string) => void;
  /** The value of a text that is complete as it stands; null while it may go on or is none. */
  read: (text: string) => string | null;
  /** The value of a text that nothing is added to any more. */
  finish: (text: string) => string | null;
};

// Parts of one value are kept apart by a blank: what is typed has none.
const unread = (text: string) => text.trim().replace(/\s+/g, '.');

/**
 * A text that is typed freely and kept in one spelling. The field shows what was typed until it is left, so the
 * caret never jumps; the form has the value all the time.
 */
export function useTyped({ value, onChange, read, finish }: Options) {
  const [typed, setTyped] = useState<string | null>(null);
  const set = (next: string) => {
    setTyped(null);
    onChange(next);
  };
  const end = () => typed !== null && set(finish(typed) ?? unread(typed));
  return {
    /** Puts a value in place of what is typed: it was picked. */
    set,
    input: {
      value: typed ?? value,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        const { value: text, selectionStart } = event.currentTarget;
        const found = read(text);
        // Digits alone are spelt out at the last of them: nothing stands after the caret that could move.
        const whole = found && /^\d+$/.test(text) && selectionStart === text.length;
        setTyped(whole ? found : text);
        onChange(found ?? unread(text));
      },
      // A whole date or time pasted anywhere in the field is that one, not more digits of the old one.
      onPaste: (event: ClipboardEvent) => {
        const found = read(event.clipboardData.getData('text'));
        if (!found) return;
        event.preventDefault();
        set(found);
      },
      onBlur: end,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Enter') end(); // before the form is sent
      },
    },
  };
}
