import { type FormEvent, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useChange } from '../../../kit/api/useChange';
import { formatPhone } from '../../../kit/format/phone';
import { useMember } from '../../shared/api/member';
import { inWords } from '../../shared/api/words';
import { attempts } from '../../shared/code/attempts';
import { CodeEntry } from '../../shared/code/CodeEntry';
import { type Attempt, isFresh, requestCode } from '../../shared/code/request';
import { links } from '../../shared/links';
import { Button } from '../../shared/ui/Button';
import { Note } from '../../shared/ui/Note';
import { PhoneField } from '../../shared/ui/PhoneField';
import { Screen } from '../../shared/ui/Screen';
import { useChangePhone } from './api';
import css from './profile.module.css';
import { t } from './texts';

const lastAttempt = attempts('phoneAttempt');

/** Changes the phone number, confirmed by a code sent to it. */
export function PhoneScreen() {
  const { data: member } = useMember();
  const [, go] = useLocation();
  const [phone, setPhone] = useState('');
  const [isChecked, setChecked] = useState(false);
  const send = useChange({ mutationFn: () => requestCode(phone) });
  const change = useChangePhone();
  const [attempt, setAttempt] = useState<Attempt>();
  useEffect(() => {
    void lastAttempt.read().then((begun) => {
      if (begun && isFresh(begun)) setAttempt((now) => now ?? begun);
    });
  }, []);
  const restart = (made: Attempt) => {
    change.reset();
    setAttempt(made);
    void lastAttempt.keep(made);
  };
  const end = () => {
    setAttempt(undefined);
    void lastAttempt.drop();
  };
  const changed = () => {
    void lastAttempt.drop();
    go(links.profile);
  };
  const isSame = phone === member?.phone;
  const isRight = /^79\d{9}$/.test(phone) && !isSame;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isRight) send.mutate(undefined, { onSuccess: restart });
  };
  if (attempt) {
    return (
      <Screen
        title={t.phone.title}
        back={links.profile}
        action={
          <Button look="link" onClick={end}>
            {t.phone.other}
          </Button>
        }
      >
        <CodeEntry
          attempt={attempt}
          onResent={restart}
          onCode={(code) => change.mutate({ attempt: attempt.id, code }, { onSuccess: changed })}
          busy={change.isPending}
          error={change.error}
        />
      </Screen>
    );
  }
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <Screen
        title={t.phone.title}
        lead={t.phone.lead(formatPhone(member?.phone ?? ''))}
        back={links.profile}
        action={
          <Button type="submit" busy={send.isPending}>
            {t.phone.send}
          </Button>
        }
      >
        <PhoneField
          label={t.phone.label}
          value={phone}
          onChange={setPhone}
          error={isChecked && !isRight ? (isSame ? t.phone.same : t.phone.error) : undefined}
        />
        {send.error && (
          <Note tone="red" alert>
            {inWords(send.error)}
          </Note>
        )}
      </Screen>
    </form>
  );
}
