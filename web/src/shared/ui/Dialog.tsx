import { Modal } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { type AskFirst, DialogFrame } from './dialogFrame';

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

const modals = '[role="dialog"][aria-modal]';
const popups = '[role="dialog"], [role="menu"]';
// A list of options has its focus in the field that it belongs to.
const hasPopup = '[aria-expanded="true"], [data-mantine-stop-propagation="true"]';

function isFor(root: Element, target: EventTarget | null): boolean {
  const dialog = root.querySelector(modals);
  if (!(target instanceof Element) || target === document.body) {
    return dialog === [...document.querySelectorAll(modals)].at(-1);
  }
  return target.closest(popups) === dialog && !target.matches(hasPopup);
}

// Mantine shuts a dialog on any Esc, also on one that is meant for a calendar, a menu or a dialog over it.
function useEscape(root: RefObject<HTMLElement | null>, leave: () => void) {
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.isComposing || !root.current) return;
      if (isFor(root.current, event.target)) leave();
    },
    { capture: true },
  );
}

/** A popup: mounted while it is open. Its title names it, Esc and the cross shut it. */
export function Dialog({ title, onClose, size = 440, busy, children }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const [guards] = useState(() => new Set<AskFirst>());
  const leave = () => {
    if (busy) return;
    const [ask] = guards;
    if (ask) ask(onClose);
    else onClose();
  };
  useReturnFocus();
  useEscape(root, leave);
  return (
    <Modal
      ref={root}
      opened
      onClose={leave}
      title={title}
      size={size}
      returnFocus={false}
      closeOnEscape={false}
    >
      <DialogFrame value={{ guards, leave }}>{children}</DialogFrame>
    </Modal>
  );
}
