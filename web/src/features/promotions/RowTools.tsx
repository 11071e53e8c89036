import { ActionIcon, Tooltip } from '@mantine/core';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import type { Row } from './api';
import { Blocking } from './Blocking';
import { t } from './texts';

/** What can be done with a promotion within a list. */
export function RowTools({ row }: { row: Row }) {
  const active = row.status === 'active';
  const Icon = active ? IconLock : IconLockOpen;
  return (
    <Blocking of={row}>
      {(press, busy) => (
        <Tooltip label={active ? t.actions.block : t.actions.unblock}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={active ? t.actions.blockOf(row.name) : t.actions.unblockOf(row.name)}
            loading={busy}
            onClick={press}
          >
            <Icon size={iconSize.md} stroke={iconStroke} />
          </ActionIcon>
        </Tooltip>
      )}
    </Blocking>
  );
}
