import { notifyDone } from '../../../shared/notice/notices';
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog';
import type { Till } from '../wire';
import { useUnpairTill } from './api';
import { t } from './texts';

type Props = { till: Till; number: number; address: string; close: () => void };

/** Asks before a till is unpaired or its invitation withdrawn. */
export function UnpairTill({ till, number, address, close }: Props) {
  const unpair = useUnpairTill();
  const words = till.pairedAt ? t.unpairing : t.withdrawing;
  return (
    <ConfirmDialog
      title={words.title(number)}
      text={words.text(address)}
      confirm={words.confirm}
      danger
      busy={unpair.isPending}
      onCancel={close}
      onConfirm={() =>
        unpair.mutate(till.uuidTill, {
          onSuccess: () => notifyDone(words.done),
          onSettled: close,
        })
      }
    />
  );
}
