import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { unreachable } from '../../shared/api/problem';
import { AppForm } from '../../shared/form/AppForm';
import { PasswordField } from '../../shared/form/PasswordField';
import { TextField } from '../../shared/form/TextField';
import { useAppForm } from '../../shared/form/useAppForm';
import { notifyProblem } from '../../shared/notice/notices';
import { AuthLayout } from './AuthLayout';
import { signIn } from './api';
import css from './auth.module.css';
import { signInRefusal, signInSchema } from './rules';
import { t } from './texts';

/** /auth: e-mail and password. */
export function SignInPage() {
  const form = useAppForm({
    schema: signInSchema,
    initial: { login: '', password: '' },
    save: signIn,
    refused: (problem) => {
      if (problem.status === 404) notifyProblem(problem, { 404: t.signIn.notFound });
      if (problem.status === unreachable || problem.status === 403) notifyProblem(problem);
      return signInRefusal(problem);
    },
    draft: null,
    guard: false,
  });
  return (
    <AuthLayout title={t.signIn.title}>
      <AppForm form={form} label={t.signIn.title}>
        <TextField
          {...form.field('login')}
          label={t.email}
          type="email"
          inputMode="email"
          autoComplete="username"
        />
        <PasswordField
          {...form.field('password')}
          label={t.password}
          autoComplete="current-password"
        />
        <Button type="submit" size="md" fullWidth loading={form.saving}>
          {t.signIn.button}
        </Button>
        <Link className={css.link} to="/auth/resetpassword">
          {t.signIn.forgot}
        </Link>
      </AppForm>
    </AuthLayout>
  );
}
