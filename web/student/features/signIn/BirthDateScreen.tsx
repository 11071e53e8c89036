import { type FormEvent, useState } from 'react';
import { isoDay } from '../../../kit/format/day';
import { inWords } from '../../shared/api/words';
import { links } from '../../shared/links';
import { BirthDateField, dayError } from '../../shared/ui/BirthDateField';
import { Button } from '../../shared/ui/Button';
import { Note } from '../../shared/ui/Note';
import { Screen } from '../../shared/ui/Screen';
import { t } from './texts';

type Props = {
  error: unknown;
  busy: boolean;
  /** yyyy-MM-dd; empty to sign in without the earlier application. */
  onDate: (date: string) => void;
};

/** Asks for the birth date, because the number may have had another owner (rules 23.8). */
export function BirthDateScreen({ error, busy, onDate }: Props) {
  const [typed, setTyped] = useState('');
  const [isChecked, setChecked] = useState(false);
  const date = isoDay(typed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (date) onDate(date);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Screen
        title={t.birthTitle}
        lead={t.birthLead}
        back={links.home}
        action={
          <>
            <Button type="submit" busy={busy}>
              {t.enter}
            </Button>
            <Button look="link" disabled={busy} onClick={() => onDate('')}>
              {t.notMine}
            </Button>
          </>
        }
      >
        <BirthDateField
          label={t.birth}
          value={typed}
          onChange={setTyped}
          error={(isChecked && dayError(typed)) || undefined}
        />
        {isChecked && Boolean(error) && (
          <Note tone="red" alert>
            {inWords(error)}
          </Note>
        )}
      </Screen>
    </form>
  );
}
