import { UnstyledButton } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { common } from '../texts';
import css from './Folded.module.css';

// Height of collapsed text, px, and the tolerance below which it is not collapsed.
const shown = 132;
const slack = 44;

/** A long text, collapsed until it is expanded. */
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
