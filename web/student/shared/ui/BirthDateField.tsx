import { isoDay } from '../../../kit/format/day';
import { t } from '../texts';
import { TextField } from './Field';

type Props = {
  label: string;
  /** dd.MM.yyyy, as far as it is typed. */
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  hint?: string;
};

/** Adds the dots to a typed date: 1204 is 12.04. */
export const maskDay = (text: string) => {
  const [day = '', month = '', year = ''] = text.includes('.')
    ? text.split('.').map((part) => part.replace(/\D/g, ''))
    : [0, 2, 4].map((at) => text.replace(/\D/g, '').slice(at, at === 4 ? 8 : at + 2));
  const isOpen = (part: string, next: string) => part.length === 2 || next !== '';
  const [d, m] = [day.slice(0, 2), month.slice(0, 2)];
  if (!isOpen(d, m + year)) return d;
  if (!isOpen(m, year)) return `${d}.${m}`;
  return `${d}.${m}.${year.slice(0, 4)}`;
};

/** What is wrong with a typed date; null if nothing is. */
export function dayError(text: string): string | null {
  if (isoDay(text)) return null;
  return /^\d\d\.\d\d\.\d{4}$/.test(text) ? t.dayUnknown : t.dayPartial;
}

/** A birth date as text: a calendar would have to be scrolled back twenty years. */
export function BirthDateField({ value, onChange, ...rest }: Props) {
  return (
    <TextField
      {...rest}
      inputMode="numeric"
      autoComplete="bday"
      placeholder={t.dayMask}
      value={value}
      onChange={(text) => {
        const isShorter = value.startsWith(text);
        onChange(isShorter ? text.replace(/\.$/, '') : maskDay(text));
      }}
    />
  );
}
