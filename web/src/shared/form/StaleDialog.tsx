import { useState } from 'react';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { t } from './texts';

type Props = { close: () => void; reload: () => Promise<void> };

/** Says that somebody else saved first, and offers to load it beside what was typed. */
export function StaleDialog({ close, reload }: Props) {
  const [loading, setLoading] = useState(false);
  const load = async () => {
    setLoading(true);
    await reload();
    setLoading(false);
  };
  return (
    <ConfirmDialog
      title={t.stale.title}
      text={t.stale.text}
      cancel={t.stale.stay}
      confirm={t.stale.reload}
      busy={loading}
      onCancel={close}
      onConfirm={load}
    />
  );
}
