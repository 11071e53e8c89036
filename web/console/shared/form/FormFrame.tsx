import type { ReactNode } from 'react';
import { Message } from '../ui/Message';
import css from './AppForm.module.css';
import type { AppFormState } from './useAppForm';

type Props = {
  form: AppFormState;
  label: string;
  /** Shown above the fields. */
  notice?: ReactNode;
  /** Dialogs of the form, outside the fieldset: it is disabled while saving. */
  dialogs?: ReactNode;
  children: ReactNode;
};

/**
 * The form element of useAppForm, locked while saving. The auth pages use it directly: AppForm brings dialogs, which
 * would add 25 KiB to the sign-in page.
 */
export function FormFrame({ form, label, notice, dialogs, children }: Props) {
  return (
    <form
      ref={form.element}
      className={css.form}
      noValidate
      aria-label={label}
      aria-busy={form.saving}
      onSubmit={form.submit}
    >
      <fieldset key={form.draft.fills} className={css.fields} disabled={form.saving}>
        {notice}
        {form.message && <Message tone="red">{form.message}</Message>}
        {children}
      </fieldset>
      {dialogs}
    </form>
  );
}
