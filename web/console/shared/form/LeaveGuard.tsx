import { useBlocker } from '@tanstack/react-router';
import { type RefObject, useEffect, useState } from 'react';
import { getSession } from '../session/session';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { type AskFirst, useDialogFrame } from '../ui/dialogFrame';
import { t } from './texts';
import { isFirstUnsaved, markUnsaved } from './unsaved';

/** How leaving a form treats its draft. */
type Leaving = {
  /** The draft is kept unless the form is cancelled. */
  kept: boolean;
  /** The form is being left by its own cancel button. */
  cancelled: RefObject<boolean>;
  drop: () => void;
};

type Props = {
  active: boolean;
  leaving?: Leaving;
  /** Own text, if it is not a form that is left. */
  text?: string;
};

// The surrounding dialog asks before Esc, its close button, a click outside or cancel closes it.
function useClosing(active: boolean) {
  const frame = useDialogFrame();
  const guards = frame?.guards;
  const [close, setClose] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!active || !guards) return;
    const ask: AskFirst = (next) => setClose(() => next);
    guards.add(ask);
    return () => {
      guards.delete(ask);
    };
  }, [active, guards]);
  return { close, stay: () => setClose(null) };
}

/** Asks before unsaved changes are lost: by a link, the back button, closing the tab or closing the dialog. */
export function LeaveGuard({ active, leaving, text }: Props) {
  const [form] = useState(() => Symbol('form'));
  const closing = useClosing(active);
  const blocker = useBlocker({
    // The end of the session must not be blocked.
    shouldBlockFn: ({ current, next }) =>
      active &&
      isFirstUnsaved(form) &&
      getSession().status === 'in' &&
      current.pathname !== next.pathname,
    enableBeforeUnload: active,
    withResolver: true,
  });
  useEffect(() => (active ? markUnsaved(form) : undefined), [active, form]);
  const blocked = blocker.status === 'blocked';
  if (!blocked && !closing.close) return null;
  const stays = blocked && leaving?.kept && !leaving.cancelled.current;
  const words = blocked ? t.leave : t.shut;
  const stay = () => {
    if (leaving) leaving.cancelled.current = false;
    closing.stay();
    blocker.reset?.();
  };
  const go = () => {
    if (!stays) leaving?.drop();
    closing.close?.();
    blocker.proceed?.();
  };
  return (
    <ConfirmDialog
      title={words.title}
      text={text ?? (stays ? t.leave.kept : words.text)}
      cancel={words.stay}
      confirm={words.go}
      danger
      onCancel={stay}
      onConfirm={go}
    />
  );
}
