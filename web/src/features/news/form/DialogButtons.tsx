import { Button } from '@mantine/core';
import { common } from '../../../shared/texts';
import css from './form.module.css';

/** The buttons of a window of the form. Nothing is sent yet: the item is saved as a whole. */
export function DialogButtons({ close, disabled }: { close: () => void; disabled?: boolean }) {
  return (
    <div className={css.dialogButtons}>
      <Button variant="default" onClick={close}>
        {common.cancel}
      </Button>
      <Button type="submit" disabled={disabled}>
        {common.save}
      </Button>
    </div>
  );
}
