import { TextInput } from '@mantine/core';
import { type ChangeEvent, type ClipboardEvent, useLayoutEffect, useRef, useState } from 'react';
import {
  caretAfter,
  completePhone,
  maskPhone,
  phoneDigits,
  typedDigits,
} from '../../../kit/format/phone';
import { t } from './texts';
import type { FieldProps } from './useAppForm';

type Own = { label: string; required?: boolean };

/** A phone with an input mask; the value is eleven digits or empty. */
export function PhoneField({ note, value, onChange, ...rest }: FieldProps<string> & Own) {
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const masked = maskPhone(value);

  // React moves the caret to the end when the value differs from the input.
  useLayoutEffect(() => {
    if (caret === null) return;
    input.current?.setSelectionRange(caret, caret);
    setCaret(null);
  }, [caret]);

  const change = (digits: string, before: number) => {
    onChange(digits);
    setCaret(caretAfter(maskPhone(digits), before));
  };
  const type = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: text, selectionStart } = event.currentTarget;
    change(typedDigits(text), typedDigits(text.slice(0, selectionStart ?? text.length)).length);
  };
  // A pasted complete number replaces the old one instead of being inserted.
  const paste = (event: ClipboardEvent) => {
    const digits = phoneDigits(event.clipboardData.getData('text'));
    if (digits.length !== 11) return;
    event.preventDefault();
    change(digits, digits.length);
  };
  const finish = () => {
    const complete = completePhone(value);
    if (complete !== value) onChange(complete);
  };
  return (
    <TextInput
      {...rest}
      ref={input}
      type="tel"
      autoComplete="tel"
      placeholder={t.phonePlaceholder}
      description={note}
      value={masked}
      onChange={type}
      onPaste={paste}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish(); // before the form submits
      }}
    />
  );
}
