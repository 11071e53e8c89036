import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';

type Props = {
  title: string;
  onClose: () => void;
  /** Width, px; auto for as wide as what it shows. */
  size?: number | 'auto';
  /** Something is under way: a stray click must not shut it. */
  busy?: boolean;
  children: ReactNode;
};

// Mantine gives the focus back to the opener only where a closed dialog stays mounted; ours go at once.
function useReturnFocus() {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      const target = opener?.isConnected ? opener : document.querySelector('main');
      if (target instanceof HTMLElement) target.focus();
    },
    [opener],
  );
}

/** A popup: mounted while it is open. Its title names it, Esc and the cross shut it. */
export function Dialog({ title, onClose, size = 440, busy, children }: Props) {
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      returnFocus={false}
      closeOnClickOutside={!busy}
      closeOnEscape={!busy}
    >
      {children}
    </Modal>
  );
}
