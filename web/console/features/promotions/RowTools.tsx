import '@mantine/core/styles/Menu.layer.css';
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDots, IconLock, IconLockOpen } from '@tabler/icons-react';
import { usePhone } from '../../shared/list/usePhone';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { Blocking } from './Blocking';
import css from './RowTools.module.css';
import { t } from './texts';
import type { Row } from './wire';

type ToolProps = { row: Row; press: () => void; busy: boolean };

function wordsOf({ status, name }: Row) {
  const { block, unblock, blockOf, unblockOf } = t.actions;
  return status === 'active'
    ? { Icon: IconLock, short: block, full: blockOf(name) }
    : { Icon: IconLockOpen, short: unblock, full: unblockOf(name) };
}

/** A button for mouse users: the table shows it on the hovered or focused row. */
function Tool({ row, press, busy }: ToolProps) {
  const { Icon, short, full } = wordsOf(row);
  return (
    <Tooltip label={short}>
      <ActionIcon
        className={css.tool}
        variant="subtle"
        color="gray"
        aria-label={full}
        loading={busy}
        onClick={press}
      >
        <Icon size={iconSize.md} stroke={iconStroke} />
      </ActionIcon>
    </Tooltip>
  );
}

/** A menu for touch screens, where no row is hovered. */
function TouchMenu({ row, press, busy }: ToolProps) {
  const { Icon, short } = wordsOf(row);
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon
          className={css.tool}
          variant="subtle"
          color="gray"
          aria-label={t.actions.menuOf(row.name)}
          loading={busy}
        >
          <IconDots size={iconSize.md} stroke={iconStroke} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          className={css.item}
          leftSection={<Icon size={iconSize.md} stroke={iconStroke} aria-hidden />}
          onClick={press}
        >
          {short}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The actions of a row. */
export function RowTools({ row }: { row: Row }) {
  const touch = useMediaQuery('(hover: none)', undefined, { getInitialValueInEffect: false });
  const phone = usePhone();
  const View = touch || phone ? TouchMenu : Tool;
  return (
    <Blocking of={row}>{(press, busy) => <View row={row} press={press} busy={busy} />}</Blocking>
  );
}
