import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { FormFrame } from '../../shared/form/FormFrame';
import { PasswordField } from '../../shared/form/PasswordField';
import { TextField } from '../../shared/form/TextField';
import { useAppForm } from '../../shared/form/useAppForm';
import { authLinks } from '../../shared/links/auth';
import { notifyProblem } from '../../shared/notice/notices';
import { lazily } from '../../shared/ui/lazily';
import { Message } from '../../shared/ui/Message';
import { AuthLayout } from './AuthLayout';
import { signIn } from './api';
import css from './auth.module.css';
import { signInRefusal, signInSchema } from './rules';
import { t } from './texts';

// Lazy: the first screen of most operators has no second step.
const SecondStep = lazily(() => import('./second/SecondStep').then((file) => file.SecondStep));

type Props = { message: string; onTicket: (ticket: string) => void };

function PasswordStep({ message, onTicket }: Props) {
  const form = useAppForm({
    schema: signInSchema,
    initial: { login: '', password: '' },
    save: signIn,
    saved: (ticket) => {
      if (ticket) onTicket(ticket);
    },
    refused: (problem) => {
      if (problem.status === 404) notifyProblem(problem, { 404: t.signIn.notFound });
      if (problem.status === 403) notifyProblem(problem);
      return signInRefusal(problem);
    },
    draft: null,
  });
  return (
    <FormFrame
      form={form}
      label={t.signIn.title}
      notice={message && <Message tone="red">{message}</Message>}
    >
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
      <Link className={css.link} to={authLinks.requestReset()}>
        {t.signIn.forgot}
      </Link>
    </FormFrame>
  );
}

/** /auth: e-mail and password, then a code if the operator has a second factor. */
export function SignInPage() {
  const [ticket, setTicket] = useState('');
  const [message, setMessage] = useState('');
  const back = (reason = '') => {
    setMessage(reason);
    setTicket('');
  };
  return ticket ? (
    <SecondStep ticket={ticket} back={back} />
  ) : (
    <AuthLayout title={t.signIn.title}>
      <PasswordStep message={message} onTicket={setTicket} />
    </AuthLayout>
  );
}
