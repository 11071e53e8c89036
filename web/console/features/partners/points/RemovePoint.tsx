import { RemoveDialog } from '../../../shared/ui/RemoveDialog';
import { t } from '../texts';
import type { TradePoint } from '../wire';
import { useDeletePoint } from './api';

/** Asks before a trade point is deleted. */
export function RemovePoint({ point, close }: { point: TradePoint; close: () => void }) {
  const remove = useDeletePoint();
  return (
    <RemoveDialog
      title={t.points.removing.title}
      text={t.points.removing.text(point.address)}
      done={t.points.deleted}
      mutation={remove}
      variables={point.uuidSalePoint}
      close={close}
    />
  );
}
