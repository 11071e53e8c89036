import { IconCloudOff, IconLock, IconScan } from '@tabler/icons-react';
import { type FormEvent, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useChange } from '../../../kit/api/useChange';
import { inWords } from '../../shared/api/words';
import { isFresh, requestCode } from '../../shared/code/request';
import { links } from '../../shared/links';
import { t as common } from '../../shared/texts';
import { Button } from '../../shared/ui/Button';
import { Logo } from '../../shared/ui/Logo';
import { Note } from '../../shared/ui/Note';
import { PhoneField } from '../../shared/ui/PhoneField';
import { lastAttempt } from './api';
import { CardPicture } from './CardPicture';
import css from './SignInScreen.module.css';
import { t } from './texts';

const icons = [IconCloudOff, IconScan, IconLock];
const isMobile = (digits: string) => /^79\d{9}$/.test(digits);

/** The first screen of a guest: an introduction and the phone number. */
export function SignInScreen() {
  const [phone, setPhone] = useState('');
  const [hasCode, setHasCode] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const [, go] = useLocation();
  useEffect(() => {
    document.title = common.product;
    void lastAttempt.read().then((begun) => {
      if (!begun) return;
      setPhone((typed) => typed || begun.phone);
      setHasCode(isFresh(begun));
    });
  }, []);
  const send = useChange({
    mutationFn: () => requestCode(phone),
    onSuccess: async (attempt) => {
      await lastAttempt.keep(attempt);
      go(links.code);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isMobile(phone)) send.mutate();
  };
  return (
    <main className={css.screen}>
      <div className={css.cover}>
        <p className={css.brand}>
          <Logo size={36} />
          {common.product}
        </p>
        <CardPicture />
        <h1 className={css.title}>{t.title}</h1>
        <p className={css.lead}>{t.lead}</p>
        <ul className={css.points}>
          {t.points.map((point, i) => {
            const Icon = icons[i] ?? IconScan;
            return (
              <li key={point}>
                <Icon size={22} aria-hidden="true" />
                {point}
              </li>
            );
          })}
        </ul>
      </div>
      <form className={css.form} onSubmit={submit} noValidate>
        <PhoneField
          label={t.phone}
          value={phone}
          onChange={setPhone}
          error={isChecked && !isMobile(phone) ? t.phoneError : undefined}
        />
        {send.error && (
          <Note tone="red" alert>
            {inWords(send.error)}
          </Note>
        )}
        <Button type="submit" busy={send.isPending}>
          {send.isPending ? t.preparing : t.send}
        </Button>
        {hasCode && (
          <Button look="link" onClick={() => go(links.code)}>
            {t.hasCode}
          </Button>
        )}
      </form>
    </main>
  );
}
