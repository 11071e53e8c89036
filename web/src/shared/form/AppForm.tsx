import type { ReactNode } from 'react';
import { lazily } from '../ui/lazily';
import { Message } from '../ui/Message';
import css from './AppForm.module.css';
import { DraftNotice } from './DraftNotice';
import { LeaveGuard } from './LeaveGuard';
import type { AppFormState } from './useAppForm';

// Lazy: dialogs would double the weight of the sign-in page, which has no use for them.
const StaleDialog = lazily(() => import('./StaleDialog').then((file) => file.StaleDialog));

type Props = { form: AppFormState; label: string; children: ReactNode };

/** The form element of useAppForm: locked while saving, guarded while dirty. */
export function AppForm({ form, label, children }: Props) {
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
        <DraftNotice draft={form.draft} />
        {form.message && <Message tone="red">{form.message}</Message>}
        {children}
      </fieldset>
      {form.guard && <LeaveGuard active={form.dirty && !form.saving} leaving={form.leaving} />}
      {form.stale.opened && <StaleDialog close={form.stale.close} reload={form.stale.reload} />}
    </form>
  );
}
