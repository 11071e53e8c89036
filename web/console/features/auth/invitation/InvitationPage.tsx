import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { asProblem } from '../../../../kit/api/problem';
import { FormFrame } from '../../../shared/form/FormFrame';
import { PasswordField } from '../../../shared/form/PasswordField';
import { TextField } from '../../../shared/form/TextField';
import { useAppForm } from '../../../shared/form/useAppForm';
import { authLinks } from '../../../shared/links/auth';
import { usePageParams } from '../../../shared/links/usePage';
import { notifyDone } from '../../../shared/notice/notices';
import { eraseSession } from '../../../shared/session/session';
import { Loaded } from '../../../shared/ui/Loaded';
import { Message } from '../../../shared/ui/Message';
import { Shapes } from '../../../shared/ui/SectionSkeleton';
import { AuthLayout } from '../AuthLayout';
import css from '../auth.module.css';
import { t as auth } from '../texts';
import { acceptInvitation, invitationQuery } from './api';
import { invitationRefusal, invitationSchema } from './rules';
import { t } from './texts';

function Acceptance({ hash, login }: { hash: string; login: string }) {
  const navigate = useNavigate();
  const form = useAppForm({
    schema: invitationSchema,
    initial: { surname: '', name: '', patronymic: '', password: '', repeat: '' },
    save: ({ repeat: _repeat, ...values }) => acceptInvitation({ hash, ...values }),
    saved: () => {
      eraseSession(); // the invited person signs in, not the previous user of this browser
      notifyDone(t.done, t.doneHint);
      void navigate({ to: authLinks.signIn(), replace: true });
    },
    refused: invitationRefusal,
    draft: null,
  });
  return (
    <FormFrame form={form} label={t.title}>
      <input type="hidden" autoComplete="username" value={login} readOnly />
      <TextField {...form.field('surname')} label={t.surname} required />
      <TextField {...form.field('name')} label={t.name} required />
      <TextField {...form.field('patronymic')} label={t.patronymic} />
      <PasswordField
        {...form.field('password')}
        label={t.password}
        description={auth.confirm.hint}
        autoComplete="new-password"
        required
      />
      <PasswordField
        {...form.field('repeat')}
        label={auth.confirm.repeat}
        autoComplete="new-password"
        required
      />
      <Button type="submit" size="md" fullWidth loading={form.saving}>
        {t.button}
      </Button>
    </FormFrame>
  );
}

/** /invite/{hash}: creates an account from an invitation. */
export function InvitationPage() {
  const { hash } = usePageParams(authLinks.invitation);
  const query = useQuery(invitationQuery(hash));
  const offer = query.data;
  const dead = query.error && asProblem(query.error).status === 404;
  return (
    <AuthLayout title={t.title} hint={offer && t.hint(offer)}>
      {dead ? (
        <>
          <Message tone="red" title={t.dead}>
            {t.deadHint}
          </Message>
          <Link className={css.link} to={authLinks.signIn()}>
            {auth.request.back}
          </Link>
        </>
      ) : (
        <Loaded query={query} skeleton={<Shapes fields={5} />}>
          {({ login }) => <Acceptance hash={hash} login={login} />}
        </Loaded>
      )}
    </AuthLayout>
  );
}
