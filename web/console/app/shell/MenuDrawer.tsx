import { Drawer } from '@mantine/core';
import type { Area } from '../../shared/access/access.gen';
import { t } from '../texts';
import { Menu } from './Menu';

type Props = {
  active: Area | undefined;
  opened: boolean;
  close: () => void;
  onFind: () => void;
};

/** The menu on phones, which slides over the page. */
export function MenuDrawer({ active, opened, close, onFind }: Props) {
  return (
    <Drawer.Root opened={opened} onClose={close} size={288}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={t.menu}>
        <Menu active={active} onClose={close} onFind={onFind} />
      </Drawer.Content>
    </Drawer.Root>
  );
}
