import { ActionIcon, Button, Popover, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { iconSize, iconStroke } from '../theme/tokens';
import filters from './filters/filters.module.css';
import type { Direction, SortOption } from './state';
import css from './Toolbar.module.css';
import { t } from './texts';

const icons = { ASC: IconSortAscending, DESC: IconSortDescending };
const directions: readonly Direction[] = ['ASC', 'DESC'];

/** The sort of a list and its possible fields. */
export type SortProps = {
  options: Readonly<Record<string, SortOption>>;
  sort: string;
  direction: Direction;
  onSort: (sort: string) => void;
  onTurn: () => void;
};

type ChoiceProps = { name: string; label: string; checked: boolean; onChange: () => void };

// A native radio button: Mantine's would add its code to the first list.
function Choice({ name, label, checked, onChange }: ChoiceProps) {
  return (
    <label className={css.choice}>
      <input
        type="radio"
        name={name}
        checked={checked}
        onChange={onChange}
        data-autofocus={checked || undefined}
      />
      {label}
    </label>
  );
}

type FieldsProps = Pick<SortProps, 'options' | 'sort' | 'onSort'>;

function SortFields({ options, sort, onSort }: FieldsProps) {
  return (
    <fieldset className={filters.group}>
      <legend className={filters.legend}>{t.sort}</legend>
      {Object.entries(options).map(([value, { label }]) => (
        <Choice
          key={value}
          name={t.sort}
          label={label}
          checked={value === sort}
          onChange={() => onSort(value)}
        />
      ))}
    </fieldset>
  );
}

/** Field and direction as radio buttons, for the sheet of phones. */
export function SortChoices({ direction, onTurn, ...fields }: SortProps) {
  return (
    <>
      {Object.keys(fields.options).length > 1 && <SortFields {...fields} />}
      <fieldset className={filters.group}>
        <legend className={filters.legend}>{t.direction.label}</legend>
        {directions.map((one) => (
          <Choice
            key={one}
            name={t.direction.label}
            label={t.direction[one]}
            checked={one === direction}
            onChange={onTurn}
          />
        ))}
      </fieldset>
    </>
  );
}

function SortButton({ onSort, ...fields }: FieldsProps) {
  const [opened, popup] = useDisclosure(false);
  const label = fields.options[fields.sort]?.label;
  return (
    <Popover
      opened={opened}
      onChange={(open) => (open ? popup.open() : popup.close())}
      position="bottom-start"
      width={220}
      trapFocus
      shadow="md"
    >
      <Popover.Target>
        <Button
          className={css.sortField}
          variant="default"
          justify="space-between"
          rightSection={<IconChevronDown size={iconSize.sm} stroke={iconStroke} aria-hidden />}
          aria-label={`${t.sort}: ${label}`}
          onClick={popup.toggle}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t.sort}>
        <div className={css.popup}>
          <SortFields
            {...fields}
            onSort={(sort) => {
              popup.close();
              onSort(sort);
            }}
          />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Sort field and direction, joined to one control; a list with one sort has only the direction. */
export function SortControls({ direction, onTurn, ...fields }: SortProps) {
  const Icon = icons[direction];
  return (
    <div className={css.sort}>
      {Object.keys(fields.options).length > 1 && <SortButton {...fields} />}
      <Tooltip label={t.direction[direction]}>
        <ActionIcon
          className={css.turn}
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
