import { Button, Checkbox, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { LeaveGuard } from '../form/LeaveGuard';
import { overLimit } from '../form/limit';
import { common } from '../texts';
import { Dialog } from '../ui/Dialog';
import { useDialogFrame } from '../ui/dialogFrame';
import css from './ReasonDialog.module.css';
import { firstReason, longestReason, reasonText, tick, type } from './reason';
import { t } from './texts';

type Props = {
  title: string;
  /** Names the object and says what will happen. */
  text: string;
  presets: readonly string[];
  confirm: string;
  /** The decision is being sent. */
  busy: boolean;
  onSubmit: (reason: string) => void;
  onCancel: () => void;
};

function Actions({ confirm, busy }: Pick<Props, 'confirm' | 'busy'>) {
  const dialog = useDialogFrame();
  return (
    <div className={css.actions}>
      <Button variant="default" onClick={dialog?.leave} disabled={busy} data-autofocus>
        {common.cancel}
      </Button>
      <Button type="submit" color="red" loading={busy}>
        {confirm}
      </Button>
    </div>
  );
}

/** Asks why something is blocked or rejected: one of the presets, or words of one's own. */
export function ReasonDialog(props: Props) {
  const { title, text, presets, confirm, busy, onSubmit, onCancel } = props;
  const [reason, setReason] = useState(firstReason);
  const [refused, setRefused] = useState(false);
  const chosen = reasonText(reason, presets);
  const tooLong = overLimit(reason.text, longestReason);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (chosen === null || tooLong) return setRefused(true);
    if (!busy) onSubmit(chosen);
  };
  return (
    <Dialog onClose={onCancel} title={title} size={480} busy={busy}>
      <form className={css.form} onSubmit={submit} noValidate>
        <p className={css.text}>{text}</p>
        <fieldset className={css.presets} disabled={busy}>
          <legend className={css.legend}>{t.legend}</legend>
          {presets.map((preset, i) => (
            <Checkbox
              key={preset}
              label={preset}
              checked={reason.preset === i}
              onChange={() => setReason(tick(reason, i))}
            />
          ))}
        </fieldset>
        <Textarea
          label={t.own}
          placeholder={t.placeholder}
          description={
            reason.text ? t.left(Math.max(0, longestReason - [...reason.text].length)) : undefined
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={tooLong ?? (refused && chosen === null ? t.required : undefined)}
          rows={3}
          value={reason.text}
          disabled={busy}
          onChange={(event) => setReason(type(reason, event.currentTarget.value))}
        />
        <Actions confirm={confirm} busy={busy} />
        <LeaveGuard active={reason.text !== '' && !busy} />
      </form>
    </Dialog>
  );
}
