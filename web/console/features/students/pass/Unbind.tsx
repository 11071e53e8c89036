import { Button } from '@mantine/core';
import { useState } from 'react';
import * as v from 'valibot';
import { conflictText } from '../../../shared/api/areaChange';
import { AppForm } from '../../../shared/form/AppForm';
import { DialogButtons } from '../../../shared/form/DialogButtons';
import { PhoneField } from '../../../shared/form/PhoneField';
import { optionalPhone } from '../../../shared/form/schema';
import { useAppForm } from '../../../shared/form/useAppForm';
import { notifyDone } from '../../../shared/notice/notices';
import { Dialog } from '../../../shared/ui/Dialog';
import { Section } from '../../../shared/ui/Section';
import { fullName, phoneOf } from '../rules';
import type { Student } from '../wire';
import { useUnbind } from './api';
import { t } from './texts';

const schema = v.object({ phone: optionalPhone });

function UnbindDialog({ student, close }: { student: Student; close: () => void }) {
  const { uuidUser, studentInfo } = student;
  const unbind = useUnbind();
  const form = useAppForm({
    schema,
    initial: { phone: '' },
    save: ({ phone }) => unbind.mutateAsync({ uuidUser, phone }),
    saved: () => {
      notifyDone(t.unbinding.done);
      close();
    },
    errors: conflictText,
    draft: null, // one phone number
  });
  return (
    <Dialog onClose={close} title={t.unbinding.title} busy={form.saving}>
      <AppForm form={form} label={t.unbinding.title}>
        <p>{t.unbinding.text(fullName(studentInfo), phoneOf(student.phone))}</p>
        <PhoneField {...form.field('phone')} label={t.unbinding.phone} note={t.unbinding.note} />
        <DialogButtons save={t.unbinding.confirm} saving={form.saving} />
      </AppForm>
    </Dialog>
  );
}

/** The account of an application, which has no card yet. */
export function Account({ student }: { student: Student }) {
  return (
    <Section title={t.account}>
      <div>
        <Unbind student={student} />
      </div>
    </Section>
  );
}

/** Parts a student from the account of the app, whose number has another owner now (rules 23.14). */
export function Unbind({ student }: { student: Student }) {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        {t.unbind}
      </Button>
      {asked && <UnbindDialog student={student} close={() => setAsked(false)} />}
    </>
  );
}
