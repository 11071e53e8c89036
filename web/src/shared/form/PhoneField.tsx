import { TextInput } from '@mantine/core';
import { type ChangeEvent, type ClipboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { caretAfter, finishPhone, maskPhone, phoneDigits, typedDigits } from './phone';
import { t } from './texts';
import type { FieldProps } from './useAppForm';

type Own = { label: string; required?: boolean };

/** A phone, typed through the mask and stored as eleven digits; empty when nothing is typed. */
export function PhoneField({ note, value, onChange, ...rest }: FieldProps<string> & Own) {
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const masked = maskPhone(value);

  // React puts the caret to the end of a text that differs from the typed one.
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
  // A whole number pasted anywhere in the field is that number, not more digits of the old one.
  const paste = (event: ClipboardEvent) => {
    const digits = phoneDigits(event.clipboardData.getData('text'));
    if (digits.length !== 11) return;
    event.preventDefault();
    change(digits, digits.length);
  };
  const finish = () => {
    const whole = finishPhone(value);
    if (whole !== value) onChange(whole);
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
        if (event.key === 'Enter') finish(); // before the form is sent
      }}
    />
  );
}
