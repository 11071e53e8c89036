import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { FormFrame } from '../../shared/form/FormFrame';
import { TextField } from '../../shared/form/TextField';
import { useAppForm } from '../../shared/form/useAppForm';
import { authLinks } from '../../shared/links/auth';
import { AuthLayout } from './AuthLayout';
import { requestReset } from './api';
import css from './auth.module.css';
import { requestRefusal, requestSchema } from './rules';
import { t } from './texts';

function Sent({ login }: { login: string }) {
  return (
    <AuthLayout title={t.request.sent} hint={t.request.sentHint(login)}>
      <Button component={Link} to={authLinks.signIn()} size="md" fullWidth>
        {t.request.again}
      </Button>
    </AuthLayout>
  );
}

/** /auth/resetpassword: asks for a reset link by e-mail. */
export function ResetRequestPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useAppForm({
    schema: requestSchema,
    initial: { login: '' },
    save: async (values) => {
      await requestReset(values);
      return values.login.trim();
    },
    saved: setSentTo,
    refused: requestRefusal,
    draft: null,
  });
  if (sentTo) return <Sent login={sentTo} />;
  return (
    <AuthLayout title={t.request.title} hint={t.request.hint}>
      <FormFrame form={form} label={t.request.title}>
        <TextField
          {...form.field('login')}
          label={t.email}
          type="email"
          inputMode="email"
          autoComplete="username"
        />
        <Button type="submit" size="md" fullWidth loading={form.saving}>
          {t.request.button}
        </Button>
        <Link className={css.link} to={authLinks.signIn()}>
          {t.request.back}
        </Link>
      </FormFrame>
    </AuthLayout>
  );
}
