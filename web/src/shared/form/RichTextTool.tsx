import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

type Props = {
  label: string;
  pressed: boolean;
  onClick: () => void;
  /** The tool that Tab stops at; arrows lead to the others. */
  first?: boolean;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
};

/** A button of a toolbar. A popup that hangs on it may hand it more attributes. */
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
        // The text keeps its selection while a button is pressed.
        onMouseDown={(event) => event.preventDefault()}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
