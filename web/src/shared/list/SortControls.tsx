import { ActionIcon, NativeSelect, Tooltip } from '@mantine/core';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { iconSize, iconStroke } from '../theme/tokens';
import type { SortOption } from './define';
import type { Direction } from './state';
import css from './Toolbar.module.css';
import { t } from './texts';

const icons = { ASC: IconSortAscending, DESC: IconSortDescending };

type Props = {
  options: Readonly<Record<string, SortOption>>;
  sort: string;
  direction: Direction;
  onSort: (sort: string) => void;
  onTurn: () => void;
};

/** What the list is sorted by, and which way. A list with one order has the direction alone. */
export function SortControls({ options, sort, direction, onSort, onTurn }: Props) {
  const Icon = icons[direction];
  const data = Object.entries(options).map(([value, { label }]) => ({ value, label }));
  return (
    <div className={css.sort}>
      {data.length > 1 && (
        <NativeSelect
          className={css.sortField}
          aria-label={t.sort}
          data={data}
          value={sort}
          onChange={(event) => onSort(event.currentTarget.value)}
        />
      )}
      <Tooltip label={t.direction[direction]}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={`${t.direction.turn}: ${t.direction[direction]}`}
          onClick={onTurn}
        >
          <Icon size={iconSize.md} stroke={iconStroke} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
