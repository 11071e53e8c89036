import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

type Props = {
  label: string;
  pressed: boolean;
  onClick: () => void;
  /** The tab stop of the toolbar; arrow keys reach the other tools. */
  first?: boolean;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
};

/** A toolbar button. A popover target passes it further attributes. */
export function Tool({ label, pressed, first, children, ...rest }: Props) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        {...rest}
        variant={pressed ? 'light' : 'subtle'}
        color={pressed ? undefined : 'gray'}
        tabIndex={first ? 0 : -1}
        aria-label={label}
        aria-pressed={pressed}
        // Keeps the selection of the editor.
        onMouseDown={(event) => event.preventDefault()}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
