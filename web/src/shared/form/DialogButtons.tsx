import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { common } from '../texts';
import css from './fields.module.css';

type Props = {
  close: () => void;
  save?: string;
  saving?: boolean;
  disabled?: boolean;
  /** What stands before the two. */
  children?: ReactNode;
};

/** The last line of a form in a dialog. */
export function DialogButtons({ close, save = common.save, saving, disabled, children }: Props) {
  return (
    <div className={css.buttons}>
      {children}
      <Button variant="default" onClick={close}>
        {common.cancel}
      </Button>
      <Button type="submit" loading={saving} disabled={disabled}>
        {save}
      </Button>
    </div>
  );
}
