import { Modal } from '@mantine/core';
import { type ReactNode, type RefObject, useContext, useEffect, useRef, useState } from 'react';
import { useListening } from '../keys/useListening';
import { common } from '../texts';
import css from './Dialog.module.css';
import { type AskFirst, DialogFrame } from './dialogFrame';
import { Live } from './Live';
import { Message } from './Message';
import { DialogSubject } from './subject';

// Pixels.
const widths = { small: 480, medium: 640, large: 960 };

type Props = {
  title: string;
  onClose: () => void;
  /** Small for questions, medium for a form or a list, large for a map; auto fits a picture. */
  size?: keyof typeof widths | 'auto';
  /** Prevents closing while something is running. */
  busy?: boolean;
  children: ReactNode;
};

const modals = '[role="dialog"][aria-modal]';

// Mantine returns the focus to the opener only if a closed dialog stays mounted; ours unmount.
function useReturnFocus() {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      // The opener may have been in a row that was deleted, inside a dialog that is still open.
      const rest = [...document.querySelectorAll(modals)].at(-1) ?? document.querySelector('main');
      const target = opener?.isConnected ? opener : rest;
      if (target instanceof HTMLElement) target.focus();
    },
    [opener],
  );
}

const popups = '[role="dialog"], [role="menu"]';
// The options of a combobox keep the focus in its input.
const hasPopup = '[aria-expanded="true"], [data-mantine-stop-propagation="true"]';

function isFor(root: Element, target: EventTarget | null): boolean {
  const dialog = root.querySelector(modals);
  if (!(target instanceof Element) || target === document.body) {
    return dialog === [...document.querySelectorAll(modals)].at(-1);
  }
  return target.closest(popups) === dialog && !target.matches(hasPopup);
}

// Mantine closes a dialog on any Esc, even one meant for a calendar, menu or dialog above it.
function useEscape(root: RefObject<HTMLElement | null>, leave: () => void) {
  useListening(
    (event) => {
      if (event.key !== 'Escape' || event.isComposing || !root.current) return;
      if (isFor(root.current, event.target)) leave();
    },
    { capture: true },
  );
}

/** A modal dialog, mounted while open. */
export function Dialog({ title, onClose, size = 'small', busy, children }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const [guards] = useState(() => new Set<AskFirst>());
  const leave = () => {
    if (busy) return;
    const [ask] = guards;
    if (ask) ask(onClose);
    else onClose();
  };
  const subject = useContext(DialogSubject);
  const hold = subject?.hold;
  useEffect(() => hold?.(), [hold]);
  useReturnFocus();
  useEscape(root, leave);
  return (
    <Modal
      ref={root}
      opened
      onClose={leave}
      title={title}
      size={size === 'auto' ? size : widths[size]}
      returnFocus={false}
      closeOnEscape={false}
    >
      {subject && (
        <Live>
          {subject.gone && !busy && (
            <div className={css.gone}>
              <Message tone="warning">{common.gone}</Message>
            </div>
          )}
        </Live>
      )}
      <DialogFrame value={{ guards, leave }}>{children}</DialogFrame>
    </Modal>
  );
}
