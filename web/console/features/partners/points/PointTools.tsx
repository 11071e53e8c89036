import { Button } from '@mantine/core';
import { ItemTools } from '../../../shared/ui/ItemTools';
import { t } from '../texts';
import { t as tills } from '../tills/texts';
import type { TradePoint } from '../wire';
import type { Addresses, Opened } from './dialogs';
import css from './points.module.css';
import type { City } from './rules';

type Props = { point: TradePoint; city: City; back?: Addresses; open: (next: Opened) => void };

/** The buttons of a trade point: its tills, edit, delete. */
export function PointTools({ point, city, back, open }: Props) {
  return (
    <div className={css.pointTools}>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={tills.of(point.address)}
        onClick={() => open({ what: 'tills', point, back })}
      >
        {tills.button}
      </Button>
      <ItemTools
        edit={{
          label: t.points.edit(point.address),
          run: () => open({ what: 'point', city, point, back }),
        }}
        remove={{
          label: t.points.remove(point.address),
          run: () => open({ what: 'delete', point, back }),
        }}
      />
    </div>
  );
}
