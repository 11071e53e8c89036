import { IconCamera, IconSchool, IconUser } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useMember } from '../../shared/api/member';
import { links } from '../../shared/links';
import { Button } from '../../shared/ui/Button';
import { Screen } from '../../shared/ui/Screen';
import { readDraft } from './draft';
import { t } from './texts';
import css from './WelcomeScreen.module.css';

const icons = [IconSchool, IconUser, IconCamera];

/** The first screen of a member without an application. */
export function WelcomeScreen() {
  const { data: member } = useMember();
  const [, go] = useLocation();
  const [isBegun, setBegun] = useState(false);
  const id = member?.id ?? '';
  useEffect(() => {
    void readDraft(id).then((draft) => setBegun(draft !== undefined));
  }, [id]);
  return (
    <Screen
      title={t.welcome.title}
      lead={t.welcome.lead}
      action={
        <Button onClick={() => go(links.join)}>{isBegun ? t.welcome.go : t.welcome.start}</Button>
      }
    >
      <ol className={css.steps}>
        {t.welcome.steps.map((step, i) => {
          const Icon = icons[i] ?? IconUser;
          return (
            <li key={step} className={css.step}>
              <span className={css.icon}>
                <Icon size={24} aria-hidden="true" />
              </span>
              <span>
                <small>{t.step(i + 1)}</small>
                {step}
              </span>
            </li>
          );
        })}
      </ol>
      {isBegun && <p className={css.draft}>{t.welcome.draft}</p>}
    </Screen>
  );
}
