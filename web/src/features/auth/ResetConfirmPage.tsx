import { Button } from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { AppForm } from '../../shared/form/AppForm';
import { PasswordField } from '../../shared/form/PasswordField';
import { useAppForm } from '../../shared/form/useAppForm';
import { notifyDone } from '../../shared/notice/notices';
import { eraseSession } from '../../shared/session/session';
import { Message } from '../../shared/ui/Message';
import { AuthLayout } from './AuthLayout';
import { confirmReset } from './api';
import css from './auth.module.css';
import { confirmRefusal, confirmSchema, strippedPassword } from './rules';
import { t } from './texts';

/** /confirmreset/{hash}: sets a new password by the link of the mail. */
export function ResetConfirmPage() {
  const { hash = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const [dead, setDead] = useState(false);
  const form = useAppForm({
    schema: confirmSchema,
    initial: { password: '', repeat: '' },
    save: ({ password }) => confirmReset({ hash, password }),
    saved: () => {
      eraseSession(); // contract §3: the reset has ended every session, one in this browser too
      notifyDone(t.confirm.done, t.confirm.doneHint);
      void navigate({ to: '/auth', replace: true });
    },
    refused: (problem) => {
      setDead(problem.status === 404);
      return problem.status === 404 ? {} : confirmRefusal(problem);
    },
    draft: null,
    guard: false,
  });
  const { password, repeat } = { password: form.field('password'), repeat: form.field('repeat') };
  return (
    <AuthLayout title={t.confirm.title}>
      <AppForm form={form} label={t.confirm.title}>
        {dead && (
          <Message tone="red" title={t.confirm.broken}>
            {t.confirm.dead} <Link to="/auth/resetpassword">{t.confirm.requestNew}</Link>
          </Message>
        )}
        <PasswordField
          {...password}
          onChange={(typed) => password.onChange(strippedPassword(typed))}
          label={t.confirm.password}
          description={t.confirm.hint}
          autoComplete="new-password"
        />
        <PasswordField
          {...repeat}
          onChange={(typed) => repeat.onChange(strippedPassword(typed))}
          label={t.confirm.repeat}
          autoComplete="new-password"
        />
        <Button type="submit" size="md" fullWidth loading={form.saving}>
          {t.confirm.button}
        </Button>
        <Link className={css.link} to="/auth">
          {t.request.back}
        </Link>
      </AppForm>
    </AuthLayout>
  );
}
