import { VisuallyHidden } from '@mantine/core';
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
import { Months } from './Months';
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

type ChangeProps = { tile: TileData; period: Period; id: string };

function Change({ tile, period, id }: ChangeProps) {
  const turned = tile.up ? IconArrowUpRight : IconArrowDownRight;
  const Arrow = tile.change === 0 ? IconArrowRight : turned;
  const [before = 0, last = 0] = tile.added.slice(-2);
  const words = t.tiles.change(last, before);
  return (
    <span className={css.change} title={words}>
      <Arrow
        className={css.arrow}
        data-up={tile.change > 0 || undefined}
        size={iconSize.sm}
        stroke={iconStroke}
        aria-hidden
      />
      <span aria-hidden>
        {period === 'all' && (
          <>
            <span className={css.added}>{t.tiles.gained(last)}</span>
            {' · '}
          </>
        )}
        {t.tiles.before(before)}
      </span>
      <VisuallyHidden id={id}>{words}</VisuallyHidden>
    </span>
  );
}

/** A total with its change and what each month added; a link to its list if the role has that area. */
export function Tile({ name, tile, period }: Props) {
  const operator = useOperator();
  const id = useId();
  const Icon = icons[name];
  const { to, area } = tileTargets[name];
  const content: ReactNode = (
    <>
      <span className={css.label} id={`${id}-label`}>
        <Icon className={css.icon} size={iconSize.md} stroke={iconStroke} aria-hidden />
        {t.tiles[name]}{' '}
        {name === 'students' && (
          <span className={css.whose}>{t.tiles.ofStudents(operator.role === 'operator_all')}</span>
        )}
      </span>
      <span className={css.value} id={`${id}-value`}>
        {period === 'all' ? t.number(tile.value) : t.tiles.gained(tile.value)}
      </span>
      <Change tile={tile} period={period} id={`${id}-change`} />
      <Months added={tile.added} />
    </>
  );
  if (!may(operator, area)) return <div className={css.tile}>{content}</div>;
  return (
    <Link
      to={to}
      className={css.tile}
      aria-labelledby={`${id}-label ${id}-value`}
      aria-describedby={`${id}-change`}
      data-link={true}
    >
      {content}
    </Link>
  );
}
