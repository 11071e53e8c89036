import { Button } from '@mantine/core';
import { ItemTools } from '../../shared/ui/ItemTools';
import { PointLine } from './PointLine';
import type { Opened } from './pointDialogs';
import css from './points.module.css';
import type { CityPoints } from './pointsApi';
import { t } from './texts';

type Props = { city: CityPoints; open: (opened: Opened) => void };

/** A city of a partner: its first address, the way to the others, and to a new one. */
export function CityRow({ city, open }: Props) {
  const { uuidCity: uuid, nameCity: name, countSalePoints: count, salePoints } = city;
  const at = { uuid, name };
  const first = salePoints[0]?.points[0];
  return (
    <li className={css.city}>
      <div className={css.cityHead}>
        <h4 className={css.cityName}>{name}</h4>
        <span className={css.quiet}>{t.points.count(count)}</span>
        <div className={css.cityTools}>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t.points.allOf(name)}
            onClick={() => open({ what: 'addresses', city: at, search: '' })}
          >
            {t.points.all}
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t.points.addIn(name)}
            onClick={() => open({ what: 'point', city: at, point: null })}
          >
            {t.points.addHere}
          </Button>
        </div>
      </div>
      {first && (
        <div className={css.point}>
          <PointLine point={first} />
          <ItemTools
            edit={{
              label: t.points.edit(first.address),
              run: () => open({ what: 'point', city: at, point: first }),
            }}
            remove={{
              label: t.points.remove(first.address),
              run: () => open({ what: 'delete', point: first }),
            }}
          />
        </div>
      )}
    </li>
  );
}
