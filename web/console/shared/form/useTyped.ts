import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, useState } from 'react';

type Options = {
  value: string;
  onChange: (value: string) => void;
  /** Parses complete text; null if it is incomplete or invalid. */
  read: (text: string) => string | null;
  /** Parses text when typing has ended: accepts short forms. */
  finish: (text: string) => string | null;
};

// A blank separates the parts of a moment, so unparsed text must not contain one.
const unread = (text: string) => text.trim().replace(/\s+/g, '.');

/**
 * An input that accepts several formats and stores one. It shows the typed text until blur, so the caret never jumps;
 * the form always has the parsed value.
 */
export function useTyped({ value, onChange, read, finish }: Options) {
  const [typed, setTyped] = useState<string | null>(null);
  const set = (next: string) => {
    setTyped(null);
    onChange(next);
  };
  const end = () => typed !== null && set(finish(typed) ?? unread(typed));
  return {
    /** Replaces the typed text by a picked value. */
    set,
    input: {
      value: typed ?? value,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        const { value: text, selectionStart } = event.currentTarget;
        const found = read(text);
        // Digits without separators are formatted after the last one: no text after the caret can move.
        const complete = found && /^\d+$/.test(text) && selectionStart === text.length;
        setTyped(complete ? found : text);
        onChange(found ?? unread(text));
      },
      // A pasted complete value replaces the old one instead of being inserted.
      onPaste: (event: ClipboardEvent) => {
        const found = read(event.clipboardData.getData('text'));
        if (!found) return;
        event.preventDefault();
        set(found);
      },
      onBlur: end,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Enter') end(); // before the form submits
      },
    },
  };
}
