import { useState } from 'react';
import { useLocation } from 'wouter';
import { inWords } from '../../shared/api/words';
import { links } from '../../shared/links';
import { Button } from '../../shared/ui/Button';
import { Note } from '../../shared/ui/Note';
import { Screen } from '../../shared/ui/Screen';
import { useLeave } from './api';
import css from './profile.module.css';
import { t } from './texts';

/** Leaves the programme. Needs a checkbox, because it cannot be undone here. */
export function LeaveScreen() {
  const [, go] = useLocation();
  const [isSure, setSure] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const leave = useLeave();
  const confirm = () => {
    setChecked(true);
    if (isSure) leave.mutate(undefined, { onSuccess: () => go(links.home, { replace: true }) });
  };
  return (
    <Screen
      title={t.leave.title}
      lead={t.leave.lead}
      back={links.profile}
      action={
        <>
          <Button onClick={() => go(links.profile)}>{t.leave.stay}</Button>
          <Button look="danger" busy={leave.isPending} onClick={confirm}>
            {t.leave.yes}
          </Button>
        </>
      }
    >
      <Note>{t.leave.text}</Note>
      <label className={css.tick}>
        <input
          type="checkbox"
          checked={isSure}
          aria-invalid={isChecked && !isSure ? true : undefined}
          onChange={({ currentTarget }) => setSure(currentTarget.checked)}
        />
        {t.leave.tick}
      </label>
      {isChecked && !isSure && (
        <p role="alert" className={css.wrong}>
          {t.leave.tickError}
        </p>
      )}
      {leave.error && (
        <Note tone="red" alert>
          {inWords(leave.error)}
        </Note>
      )}
    </Screen>
  );
}
