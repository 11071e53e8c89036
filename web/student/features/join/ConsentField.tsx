import { useId, useState } from 'react';
import type { components } from '../../shared/api/schema.gen';
import { Sheet } from '../../shared/ui/Sheet';
import css from './ConsentField.module.css';
import { t } from './texts';

type Text = components['schemas']['MembersDocumentWire'];

type Props = {
  text: Text;
  isAgreed: boolean;
  onChange: (isAgreed: boolean) => void;
  isNeeded: boolean;
  error?: string | undefined;
};

/** A checkbox for one text, never pre-checked (rules 25.3). */
export function ConsentField({ text, isAgreed, onChange, isNeeded, error }: Props) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={css.consent} data-wrong={error ? '' : undefined}>
      <label className={css.tick}>
        <input
          type="checkbox"
          checked={isAgreed}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-about`}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        <span>{text.title}</span>
      </label>
      <p id={`${id}-about`} className={error ? css.wrong : css.about}>
        {error ?? (isNeeded ? t.consents.required : t.consents.optional)}
      </p>
      <button
        type="button"
        className={css.read}
        aria-label={`${t.consents.read}: ${text.title}`}
        onClick={() => setOpen(true)}
      >
        {t.consents.read}
      </button>
      {isOpen && (
        <Sheet title={text.title} onClose={() => setOpen(false)}>
          <p className={css.body}>{text.body}</p>
        </Sheet>
      )}
    </div>
  );
}
