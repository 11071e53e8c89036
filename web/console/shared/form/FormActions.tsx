import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { common } from '../texts';
import css from './FormActions.module.css';

/** A place for the buttons of a form page: on a phone a bar at the bottom of the screen. */
export function FormBar({ children }: { children: ReactNode }) {
  return (
    <div className={css.place}>
      <div className={css.bar}>{children}</div>
    </div>
  );
}

type Props = { save?: string; saving: boolean; onCancel: () => void };

/** The buttons of a form page. */
export function FormActions({ save = common.save, saving, onCancel }: Props) {
  return (
    <FormBar>
      <Button variant="default" onClick={onCancel}>
        {common.cancel}
      </Button>
      <Button type="submit" loading={saving}>
        {save}
      </Button>
    </FormBar>
  );
}
