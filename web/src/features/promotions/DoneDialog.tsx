import { Button } from '@mantine/core';
import { Dialog } from '../../shared/ui/Dialog';
import css from './form.module.css';
import { t } from './texts';

type Props = { title: string; text: string; close: () => void };

/** Says what comes of a form that was saved; the page is left when it has been read. */
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
