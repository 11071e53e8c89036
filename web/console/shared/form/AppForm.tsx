import type { ReactNode } from 'react';
import { DraftNotice } from './DraftNotice';
import { FormFrame } from './FormFrame';
import { LeaveGuard } from './LeaveGuard';
import { StaleDialog } from './StaleDialog';
import type { AppFormState } from './useAppForm';

type Props = { form: AppFormState; label: string; children: ReactNode };

/** A form of the console: offers its draft, asks before unsaved changes are lost, reports a conflicting save. */
export function AppForm({ form, label, children }: Props) {
  return (
    <FormFrame
      form={form}
      label={label}
      notice={<DraftNotice draft={form.draft} />}
      dialogs={
        <>
          <LeaveGuard active={form.dirty && !form.saving} leaving={form.leaving} />
          {form.stale.opened && <StaleDialog close={form.stale.close} reload={form.stale.reload} />}
        </>
      }
    >
      {children}
    </FormFrame>
  );
}
