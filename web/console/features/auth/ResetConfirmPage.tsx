import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FormFrame } from '../../shared/form/FormFrame';
import { PasswordField } from '../../shared/form/PasswordField';
import { useAppForm } from '../../shared/form/useAppForm';
import { authLinks } from '../../shared/links/auth';
import { usePageParams } from '../../shared/links/usePage';
import { notifyDone } from '../../shared/notice/notices';
import { eraseSession } from '../../shared/session/session';
import { Message } from '../../shared/ui/Message';
import { AuthLayout } from './AuthLayout';
import { confirmReset } from './api';
import css from './auth.module.css';
import { confirmRefusal, confirmSchema, strippedPassword } from './rules';
import { t } from './texts';

/** /confirmreset/{hash}: sets a new password from a reset link. */
export function ResetConfirmPage() {
  const { hash } = usePageParams(authLinks.confirmReset);
  const navigate = useNavigate();
  const [expired, setExpired] = useState(false);
  const form = useAppForm({
    schema: confirmSchema,
    initial: { password: '', repeat: '' },
    save: ({ password }) => confirmReset({ hash, password }),
    saved: () => {
      eraseSession(); // the reset has ended all sessions, also one in this browser (rules 5.6)
      notifyDone(t.confirm.done, t.confirm.doneHint);
      void navigate({ to: authLinks.signIn(), replace: true });
    },
    refused: (problem) => {
      setExpired(problem.status === 404);
      return problem.status === 404 ? {} : confirmRefusal(problem);
    },
    draft: null,
  });
  const { password, repeat } = { password: form.field('password'), repeat: form.field('repeat') };
  return (
    <AuthLayout title={t.confirm.title}>
      <FormFrame form={form} label={t.confirm.title}>
        {expired && (
          <Message tone="red" title={t.confirm.broken}>
            {t.confirm.expired} <Link to={authLinks.requestReset()}>{t.confirm.requestNew}</Link>
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
        <Link className={css.link} to={authLinks.signIn()}>
          {t.request.back}
        </Link>
      </FormFrame>
    </AuthLayout>
  );
}
