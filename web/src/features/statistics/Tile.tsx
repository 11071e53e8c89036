import {
  IconArrowDownRight,
  IconArrowRight,
  IconArrowUpRight,
  IconBuildingStore,
  IconDiscount2,
  IconMapPin,
  IconSchool,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { may } from '../../shared/access/area';
import { useOperator } from '../../shared/session/session';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import type { Tile as TileData } from './api';
import { Line } from './Line';
import { type Period, type TileName, tileTargets } from './rules';
import { t } from './texts';
import css from './tiles.module.css';

const icons = {
  students: IconSchool,
  partners: IconBuildingStore,
  stocks: IconDiscount2,
  points: IconMapPin,
};

type Props = { name: TileName; tile: TileData; period: Period };

function Change({ tile, period }: { tile: TileData; period: Period }) {
  const turned = tile.up ? IconArrowUpRight : IconArrowDownRight;
  const Arrow = tile.change === 0 ? IconArrowRight : turned;
  const [before = 0, last = 0] = tile.series.slice(-2);
  return (
    <span className={css.change}>
      <Arrow
        className={css.arrow}
        data-up={tile.change > 0 || undefined}
        size={iconSize.sm}
        stroke={iconStroke}
        aria-hidden
      />
      <span>
        {period === 'all' && (
          <>
            <span className={css.added}>{t.tiles.added(last - before)}</span>,{' '}
          </>
        )}
        {t.tiles.change(tile.change)}
      </span>
    </span>
  );
}

/** A number with its change and its line; it leads to the list behind it, if the role has that list. */
export function Tile({ name, tile, period }: Props) {
  const { role } = useOperator();
  const id = useId();
  const Icon = icons[name];
  const { to, area } = tileTargets[name];
  const content: ReactNode = (
    <>
      <span className={css.label} id={`${id}-label`}>
        <Icon className={css.icon} size={iconSize.md} stroke={iconStroke} aria-hidden />
        {t.tiles[name]}{' '}
        {name === 'students' && (
          <span className={css.whose}>{t.tiles.ofStudents(role === 'operator_all')}</span>
        )}
      </span>
      <span className={css.value} id={`${id}-value`}>
        {period === 'all' ? t.number(tile.value) : t.tiles.gained(tile.value)}
      </span>
      <Line series={tile.series} period={period} />
      <Change tile={tile} period={period} />
    </>
  );
  if (!may(role, area)) return <div className={css.tile}>{content}</div>;
  return (
    <Link to={to} className={css.tile} aria-labelledby={`${id}-label ${id}-value`} data-link={true}>
      {content}
    </Link>
  );
}
