import { useEffect, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { useChange } from '../../../kit/api/useChange';
import { useEnter } from '../../shared/api/member';
import { CodeEntry } from '../../shared/code/CodeEntry';
import type { Attempt } from '../../shared/code/request';
import { links } from '../../shared/links';
import { keepForGood } from '../../shared/storage/kept';
import { Button } from '../../shared/ui/Button';
import { Screen } from '../../shared/ui/Screen';
import { lastAttempt, signIn, wantsBirthDate } from './api';
import { BirthDateScreen } from './BirthDateScreen';
import { t } from './texts';

type Typed = { code: string; birthDate?: string };

/** Asks for the code from the message, then for the birth date if the server requires it. */
export function CodeScreen() {
  const [attempt, setAttempt] = useState<Attempt | null>();
  const [asked, setAsked] = useState(''); // the code for which the server requires the birth date
  const enter = useEnter();
  const [, go] = useLocation();
  useEffect(() => {
    void lastAttempt.read().then((begun) => setAttempt(begun ?? null));
  }, []);
  const entry = useChange({
    mutationFn: (typed: Typed) => signIn({ attempt: attempt?.id ?? '', ...typed }),
    onError: (thrown, { code }) => {
      if (wantsBirthDate(thrown)) setAsked(code);
    },
    onSuccess: async (member) => {
      await lastAttempt.drop();
      keepForGood();
      await enter(member);
      go(links.home, { replace: true });
    },
  });
  const restart = (made: Attempt) => {
    entry.reset();
    setAttempt(made);
    void lastAttempt.keep(made);
  };

  if (attempt === undefined) return null;
  if (attempt === null) return <Redirect to={links.home} replace />;
  if (asked) {
    return (
      <BirthDateScreen
        error={entry.error}
        busy={entry.isPending}
        onDate={(birthDate) => entry.mutate({ code: asked, birthDate })}
      />
    );
  }
  return (
    <Screen
      title={t.codeTitle}
      back={links.home}
      action={
        <Button look="link" onClick={() => go(links.home)}>
          {t.other}
        </Button>
      }
    >
      <CodeEntry
        attempt={attempt}
        onResent={restart}
        onCode={(code) => entry.mutate({ code })}
        busy={entry.isPending}
        error={entry.error}
      />
    </Screen>
  );
}
