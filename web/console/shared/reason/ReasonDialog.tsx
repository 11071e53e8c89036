import { Button, Checkbox, Textarea } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { DraftNotice } from '../form/DraftNotice';
import { LeaveGuard } from '../form/LeaveGuard';
import { overLimit } from '../form/limit';
import { common } from '../texts';
import { Dialog } from '../ui/Dialog';
import { useDialogFrame } from '../ui/dialogFrame';
import css from './ReasonDialog.module.css';
import { longestReason, reasonText, tick, type } from './reason';
import { t } from './texts';
import { useReason } from './useReason';

type Props = {
  /** Names the decision and its object: an own reason is kept under it when the session ends. */
  draft: string;
  title: string;
  /** Names the object and the consequence. */
  text: string;
  presets: readonly string[];
  confirm: string;
  /** Opened by the key of an own reason: the text has the focus. */
  typing?: boolean;
  /** The decision is being sent. */
  busy: boolean;
  /** What the decision says besides. */
  children?: ReactNode;
  onSubmit: (reason: string) => void;
  onCancel: () => void;
};

function Actions({ confirm, busy, typing }: Pick<Props, 'confirm' | 'busy' | 'typing'>) {
  const dialog = useDialogFrame();
  return (
    <div className={css.actions}>
      <Button
        variant="default"
        onClick={dialog?.leave}
        disabled={busy}
        data-autofocus={!typing || undefined}
      >
        {common.cancel}
      </Button>
      <Button type="submit" color="red" loading={busy}>
        {confirm}
      </Button>
    </div>
  );
}

// Ctrl + Enter, because Enter is a new line.
const sendByKeys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
    event.currentTarget.form?.requestSubmit();
};

/** Asks for the reason of a block or rejection: a preset or own text. */
export function ReasonDialog(props: Props) {
  const { title, text, confirm, busy, typing, onSubmit, onCancel } = props;
  const [presets] = useState(props.presets); // no choice moves under the pointer
  const { reason, setReason, draft } = useReason(props.draft);
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
    <Dialog onClose={onCancel} title={title} busy={busy}>
      <form className={css.form} onSubmit={submit} noValidate>
        <p className={css.text}>{text}</p>
        <DraftNotice draft={draft} />
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
          onKeyDown={sendByKeys}
          data-autofocus={typing}
        />
        {props.children}
        <Actions confirm={confirm} busy={busy} typing={typing} />
        <LeaveGuard active={reason.text !== '' && !busy} />
      </form>
    </Dialog>
  );
}
