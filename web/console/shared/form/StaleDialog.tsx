import { useState } from 'react';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { t } from './texts';

type Props = { close: () => void; reload: () => Promise<void> };

/** Shown after a 409: offers to load the saved values next to the typed ones. */
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
