import { Button, UnstyledButton } from '@mantine/core';
import { FormFrame } from '../../../shared/form/FormFrame';
import { TextField } from '../../../shared/form/TextField';
import { useAppForm } from '../../../shared/form/useAppForm';
import { notifyDone } from '../../../shared/notice/notices';
import { AuthLayout } from '../AuthLayout';
import css from '../auth.module.css';
import { signInByCode } from './api';
import { secondRefusal, secondSchema } from './rules';
import { t } from './texts';

// From here on a new set of codes is due (rules 26.7).
const few = 3;

type Props = {
  ticket: string;
  /** Back to login and password; with a message if the ticket is over. */
  back: (message?: string) => void;
};

/** The second step of a sign-in: a code of the app or a recovery code. */
export function SecondStep({ ticket, back }: Props) {
  const form = useAppForm({
    schema: secondSchema,
    initial: { code: '' },
    save: ({ code }) => signInByCode({ ticket, code }),
    saved: (left) => {
      if (left <= few) notifyDone(t.second.fewCodes(left));
    },
    refused: (problem) => {
      if (problem.status === 401 && problem.errors.length === 0) back(problem.detail);
      return secondRefusal(problem);
    },
    draft: null,
  });
  return (
    <AuthLayout title={t.second.title} hint={t.second.hint}>
      <FormFrame form={form} label={t.second.title}>
        <TextField
          {...form.field('code')}
          label={t.second.code}
          autoComplete="one-time-code"
          autoFocus
        />
        <Button type="submit" size="md" fullWidth loading={form.saving}>
          {t.second.button}
        </Button>
        <UnstyledButton className={css.link} onClick={() => back()}>
          {t.second.back}
        </UnstyledButton>
      </FormFrame>
    </AuthLayout>
  );
}
