import { useBlocker } from '@tanstack/react-router';
import { type RefObject, useEffect, useState } from 'react';
import { getSession } from '../session/session';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { type AskFirst, useDialogFrame } from '../ui/dialogFrame';
import { t } from './texts';
import { isFirstUnsaved, markUnsaved } from './unsaved';

/** What becomes of the draft when a form is left. */
type Leaving = {
  /** The draft stays, unless the form is cancelled. */
  kept: boolean;
  /** The form is being left by its own cancel button. */
  cancelled: RefObject<boolean>;
  drop: () => void;
};

type Props = {
  active: boolean;
  leaving?: Leaving;
  /** What leaving would end, where that is not a form. */
  text?: string;
};

// The dialog around the form asks before Esc, its cross, a click outside or its cancel button shut it.
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

/** Asks before unsaved changes are left behind: by a link, by the back button, with the tab or with its dialog. */
export function LeaveGuard({ active, leaving, text }: Props) {
  const [form] = useState(() => Symbol('form'));
  const closing = useClosing(active);
  const blocker = useBlocker({
    // A session that has ended must reach the sign-in page whatever stands in the form.
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
