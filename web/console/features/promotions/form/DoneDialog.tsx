import { Button } from '@mantine/core';
import { Dialog } from '../../../shared/ui/Dialog';
import { t } from '../texts';
import css from './form.module.css';

type Props = { title: string; text: string; close: () => void };

/** Says what happens after a form was saved; closing it leaves the page. */
export function DoneDialog({ title, text, close }: Props) {
  return (
    <Dialog title={title} onClose={close}>
      <div className={css.done}>
        <p className={css.doneText}>{text}</p>
        <Button onClick={close} data-autofocus>
          {t.done.understood}
        </Button>
      </div>
    </Dialog>
  );
}
