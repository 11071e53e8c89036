import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { getSession } from '../session/session';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { t } from './texts';
import { markUnsaved } from './unsaved';

type Props = {
  active: boolean;
  /** What becomes of the changes; they are lost unless it is said. */
  text?: string;
};

/** Asks before unsaved changes are left behind, by a link, by the back button or by closing the tab. */
export function LeaveGuard({ active, text = t.leave.text }: Props) {
  const blocker = useBlocker({
    // A session that has ended must reach the sign-in page whatever stands in the form.
    shouldBlockFn: ({ current, next }) =>
      active && getSession().status === 'in' && current.pathname !== next.pathname,
    enableBeforeUnload: active,
    withResolver: true,
  });
  useEffect(() => (active ? markUnsaved() : undefined), [active]);
  if (blocker.status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={t.leave.title}
      text={text}
      cancel={t.leave.stay}
      confirm={t.leave.go}
      danger
      onCancel={blocker.reset}
      onConfirm={blocker.proceed}
    />
  );
}
