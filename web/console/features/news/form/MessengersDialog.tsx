import { Checkbox } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { DialogButtons } from '../../../shared/form/DialogButtons';
import { LeaveGuard } from '../../../shared/form/LeaveGuard';
import { Dialog } from '../../../shared/ui/Dialog';
import { t } from '../texts';
import css from './form.module.css';
import type { Messenger } from './values';

type Props = {
  value: readonly Messenger[];
  onSave: (value: readonly Messenger[]) => void;
  close: () => void;
};

const all = Object.keys(t.messengers.names) as Messenger[];

/** The messengers that an item is also published in. */
export function MessengersDialog({ value, onSave, close }: Props) {
  const [chosen, setChosen] = useState(value);
  const toggle = (name: Messenger) =>
    setChosen(all.filter((one) => chosen.includes(one) !== (one === name)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onSave(chosen);
    close();
  };
  return (
    <Dialog onClose={close} title={t.messengers.title}>
      <form className={css.dialog} onSubmit={submit} aria-label={t.messengers.title}>
        <fieldset className={css.choices}>
          <legend className={css.legend}>{t.messengers.legend}</legend>
          {all.map((name) => (
            <Checkbox
              key={name}
              label={t.messengers.names[name]}
              checked={chosen.includes(name)}
              onChange={() => toggle(name)}
            />
          ))}
        </fieldset>
        <DialogButtons />
        <LeaveGuard active={chosen !== value} />
      </form>
    </Dialog>
  );
}
