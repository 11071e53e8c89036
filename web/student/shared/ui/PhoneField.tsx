import { maskPhone, phoneDigits, typedDigits } from '../../../kit/format/phone';
import { TextField } from './Field';

type Props = {
  label: string;
  /** Up to eleven digits. */
  value: string;
  onChange: (digits: string) => void;
  error?: string | undefined;
  autoFocus?: boolean;
};

const mobile = /^9\d{0,9}$/;

// 9… is a number without its country code, +7 is only the country code.
/** The digits of a typed or pasted mobile number. */
export function mobileDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  if (mobile.test(digits)) return `7${digits}`;
  return digits.length > 11 ? phoneDigits(digits.slice(0, 11)) : typedDigits(digits);
}

/** A mobile number with a mask; 8…, 7…, +7… and 9… are the same number. */
export function PhoneField({ label, value, onChange, error, ...rest }: Props) {
  const masked = maskPhone(value);
  return (
    <TextField
      {...rest}
      label={label}
      error={error}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      placeholder="+7 (9__) ___-__-__"
      value={masked}
      onChange={(text) => {
        // Deleting a bracket or a dash deletes the digit before it.
        const isShorter = masked.startsWith(text) && text.length === masked.length - 1;
        const digits = mobileDigits(text);
        onChange(isShorter && digits === value ? digits.slice(0, -1) : digits);
      }}
    />
  );
}
