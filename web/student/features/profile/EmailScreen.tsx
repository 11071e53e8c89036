import { type FormEvent, useState } from 'react';
import { useMember } from '../../shared/api/member';
import { byField, inWords } from '../../shared/api/words';
import { links } from '../../shared/links';
import { Button } from '../../shared/ui/Button';
import { TextField } from '../../shared/ui/Field';
import { Note } from '../../shared/ui/Note';
import { Screen } from '../../shared/ui/Screen';
import { useChangeEmail } from './api';
import css from './profile.module.css';
import { t } from './texts';

const isEmail = (text: string) => /^\S+@\S+\.\S+$/.test(text);

/** The e-mail address for decisions. */
export function EmailScreen() {
  const { data: member } = useMember();
  const [typed, setTyped] = useState(member?.email ?? '');
  const [isChecked, setChecked] = useState(false);
  const change = useChangeEmail();
  const email = typed.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isEmail(email)) change.mutate(email);
  };
  const refused = byField(change.error).email;
  const isSent = change.isSuccess && Boolean(member?.email) && !member?.isEmailConfirmed;
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <Screen
        title={t.email.title}
        lead={t.email.lead}
        back={links.profile}
        action={
          <>
            <Button type="submit" busy={change.isPending}>
              {t.email.save}
            </Button>
            {member?.email && (
              <Button
                look="link"
                disabled={change.isPending}
                onClick={() => change.mutate('', { onSuccess: () => setTyped('') })}
              >
                {t.email.remove}
              </Button>
            )}
          </>
        }
      >
        <TextField
          label={t.email.label}
          type="email"
          inputMode="email"
          autoComplete="email"
          value={typed}
          onChange={setTyped}
          error={isChecked && !isEmail(email) && !change.isSuccess ? t.email.error : refused}
        />
        {member?.email && member.isEmailConfirmed && <Note tone="green">{t.email.confirmed}</Note>}
        {isSent && <Note tone="green">{t.email.sent(member?.email ?? '')}</Note>}
        {change.error && !refused && (
          <Note tone="red" alert>
            {inWords(change.error)}
          </Note>
        )}
      </Screen>
    </form>
  );
}
