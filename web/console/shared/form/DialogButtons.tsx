import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { common } from '../texts';
import { useDialogFrame } from '../ui/dialogFrame';
import css from './fields.module.css';

type Props = {
  save?: string;
  saving?: boolean;
  disabled?: boolean;
  /** Content before the buttons. */
  children?: ReactNode;
};

/** Cancel and save buttons of a form in a dialog. */
export function DialogButtons({ save = common.save, saving, disabled, children }: Props) {
  const dialog = useDialogFrame();
  return (
    <div className={css.buttons}>
      {children}
      <Button variant="default" onClick={dialog?.leave}>
        {common.cancel}
      </Button>
      <Button type="submit" loading={saving} disabled={disabled}>
        {save}
      </Button>
    </div>
  );
}
