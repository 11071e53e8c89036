import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { common } from '../texts';
import css from './ConfirmDialog.module.css';
import { Dialog } from './Dialog';

type Props = {
  title: string;
  /** Names the object. */
  text: ReactNode;
  confirm: string;
  cancel?: string;
  danger?: boolean;
  /** The action is running. */
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before an action that cannot be undone. Cancel comes first and has the focus. */
export function ConfirmDialog(props: Props) {
  const { title, text, confirm, cancel = common.cancel, danger, busy, onConfirm, onCancel } = props;
  return (
    <Dialog onClose={onCancel} title={title} busy={busy}>
      <p className={css.text}>{text}</p>
      <div className={css.actions}>
        <Button variant="default" onClick={onCancel} disabled={busy} data-autofocus>
          {cancel}
        </Button>
        <Button color={danger ? 'red' : undefined} onClick={onConfirm} loading={busy}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}
