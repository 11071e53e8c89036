import { IconSearch, IconX } from '@tabler/icons-react';
import { t } from '../texts';
import css from './SearchField.module.css';

type Props = {
  label: string;
  value: string;
  onChange: (text: string) => void;
  autoFocus?: boolean;
};

/** A search input with a clear button. */
export function SearchField({ label, value, onChange, autoFocus }: Props) {
  return (
    <search className={css.search}>
      <IconSearch size={20} aria-hidden="true" />
      <input
        type="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={label}
        // biome-ignore lint/a11y/noAutofocus: a sheet is opened to type
        autoFocus={autoFocus}
        value={value}
        maxLength={200}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
      />
      {value !== '' && (
        <button
          type="button"
          className={css.clear}
          aria-label={t.clear}
          onClick={() => onChange('')}
        >
          <IconX size={20} />
        </button>
      )}
    </search>
  );
}
