import { UnstyledButton } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { common } from '../texts';
import css from './Folded.module.css';

// Pixels: what is folded shows this much. Two lines more are not worth a click.
const shown = 132;
const slack = 44;

/** A long text that shows its beginning until it is asked for, so that what follows stays in view. */
export function Folded({ children }: { children: ReactNode }) {
  const { ref, height } = useElementSize();
  const [open, setOpen] = useState(false);
  const long = height > shown + slack;
  return (
    <div className={css.folded}>
      <div
        className={css.window}
        data-closed={(long && !open) || undefined}
        style={{ maxHeight: long && !open ? shown : undefined }}
      >
        <div ref={ref}>{children}</div>
      </div>
      {long && (
        <UnstyledButton
          className={css.button}
          aria-expanded={open}
          onClick={() => setOpen((now) => !now)}
        >
          {open ? common.fold : common.unfold}
        </UnstyledButton>
      )}
    </div>
  );
}
