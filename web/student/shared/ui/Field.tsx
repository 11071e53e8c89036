import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { t } from '../texts';
import css from './Field.module.css';

type Frame = {
  label: string;
  /** The error, in words that say what to do. */
  error?: string | undefined;
  hint?: ReactNode;
  optional?: boolean;
};

type FrameProps = Frame & {
  children: (control: {
    id: string;
    'aria-invalid'?: true;
    'aria-describedby'?: string;
  }) => ReactNode;
};

/** Label, control, hint and error. */
export function FieldFrame({ label, error, hint, optional, children }: FrameProps) {
  const id = useId();
  const about = error || hint ? `${id}-about` : undefined;
  return (
    <div className={css.field} data-field-error={error ? '' : undefined}>
      <label className={css.label} htmlFor={id}>
        {label}
        {optional && <span className={css.optional}> {t.optional}</span>}
      </label>
      {children({
        id,
        ...(error ? { 'aria-invalid': true as const } : {}),
        ...(about ? { 'aria-describedby': about } : {}),
      })}
      {about && (
        <p id={about} className={error ? css.error : css.hint}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

type Props = Frame &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> & {
    value: string;
    onChange: (value: string) => void;
  };

/** A single-line text. */
export function TextField({ label, error, hint, optional, onChange, ...input }: Props) {
  return (
    <FieldFrame {...{ label, error, hint, optional }}>
      {(control) => (
        <input
          {...input}
          {...control}
          className={css.input}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </FieldFrame>
  );
}

/** Says by how much a text is too long. It is never cut: the end of a pasted text would be lost unseen. */
export const overLimit = (text: string, limit: number) => {
  const over = [...text.trim()].length - limit;
  return over > 0 ? t.tooLong(limit, over) : undefined;
};

type AreaProps = Frame & {
  value: string;
  onChange: (value: string) => void;
  /** Characters. */
  limit: number;
  placeholder?: string;
};

/** A multi-line text. */
export function TextArea({ label, error, hint, optional, limit, onChange, ...area }: AreaProps) {
  return (
    <FieldFrame {...{ label, error: overLimit(area.value, limit) ?? error, hint, optional }}>
      {(control) => (
        <textarea
          {...area}
          {...control}
          rows={5}
          className={css.input}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </FieldFrame>
  );
}

type SelectProps = Frame & {
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
  /** Shown while nothing is selected. */
  empty: string;
  disabled?: boolean;
};

/** A native select. */
export function SelectField(props: SelectProps) {
  const { label, error, hint, optional, value, onChange, options, empty, disabled } = props;
  return (
    <FieldFrame {...{ label, error, hint, optional }}>
      {(control) => (
        <select
          {...control}
          className={css.input}
          value={value}
          disabled={disabled}
          data-empty={value === '' || undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          <option value="">{empty}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
