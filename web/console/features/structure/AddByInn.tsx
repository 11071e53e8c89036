import { Button, Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { asProblem } from '../../../kit/api/problem';
import { LeaveGuard } from '../../shared/form/LeaveGuard';
import { inWords } from '../../shared/notice/catalogue';
import { notifyDone } from '../../shared/notice/notices';
import { common } from '../../shared/texts';
import { useDialogFrame } from '../../shared/ui/dialogFrame';
import { Live } from '../../shared/ui/Live';
import { Message } from '../../shared/ui/Message';
import { unknownInn, useAddFaculties, useFindFaculties } from './api';
import { innRefusal } from './rules';
import css from './structure.module.css';
import { t } from './texts';

// Width of the button inside the field, px.
const findWidth = 84;

const refusalOf = (thrown: unknown) => inWords(asProblem(thrown), unknownInn).text;

type NamesProps = {
  names: readonly string[];
  chosen: readonly string[];
  onChange: (names: string[]) => void;
};

function FoundNames({ names, chosen, onChange }: NamesProps) {
  const toggle = (name: string) =>
    onChange(names.filter((one) => (one === name) !== chosen.includes(one)));
  return (
    <fieldset className={css.names} aria-label={t.adding.foundLabel}>
      {names.map((name) => (
        <Checkbox
          key={name}
          label={name}
          checked={chosen.includes(name)}
          onChange={() => toggle(name)}
        />
      ))}
    </fieldset>
  );
}

/** Adds the faculties that the catalogue has for an ИНН. No draft: one search brings everything back. */
export function AddByInn({ close }: { close: () => void }) {
  const [inn, setInn] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string[]>([]);
  const dialog = useDialogFrame();
  const find = useFindFaculties();
  const add = useAddFaculties();
  const found = find.data;
  const search = (event: FormEvent) => {
    event.preventDefault();
    const refusal = innRefusal(inn);
    setError(refusal);
    if (refusal) return find.reset();
    find.mutate(inn, {
      onSuccess: setChosen,
      onError: (thrown) => setError(refusalOf(thrown)),
    });
  };
  const type = (text: string) => {
    setInn(text);
    setError(null);
    find.reset(); // the result belongs to another ИНН
    setChosen([]);
  };
  const done = () =>
    add.mutate(chosen, {
      onSuccess: (added) => {
        notifyDone(t.adding.addedMany(added.length));
        close();
      },
    });
  return (
    <div className={css.dialog}>
      <form onSubmit={search} noValidate>
        <TextInput
          label={t.adding.inn}
          description={t.adding.innHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          value={inn}
          error={error}
          onChange={(event) => type(event.currentTarget.value)}
          required
          data-autofocus
          rightSectionWidth={findWidth}
          rightSection={
            <Button type="submit" variant="light" size="compact-sm" loading={find.isPending}>
              {t.adding.find}
            </Button>
          }
        />
      </form>
      <Live>
        {found?.length === 0 && <Message tone="grey">{t.adding.allThere}</Message>}
        {found && found.length > 0 && <p className={css.found}>{t.adding.found(found.length)}</p>}
      </Live>
      {found && found.length > 0 && (
        <FoundNames names={found} chosen={chosen} onChange={setChosen} />
      )}
      <div className={css.dialogActions}>
        <Button variant="default" onClick={dialog?.leave}>
          {common.cancel}
        </Button>
        <Button onClick={done} disabled={chosen.length === 0} loading={add.isPending}>
          {t.adding.done}
        </Button>
      </div>
      <LeaveGuard active={chosen.length > 0 && !add.isPending} />
    </div>
  );
}
