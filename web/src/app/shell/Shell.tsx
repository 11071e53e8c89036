import '../../shared/theme/consoleStyles';
import { ActionIcon, Drawer } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { breakpoint, iconSize, iconStroke } from '../../shared/theme/tokens';
import { Brand } from '../../shared/ui/Brand';
import { areaAt } from '../redirects';
import { site } from '../registry';
import { t } from '../texts';
import { Menu } from './Menu';
import css from './Shell.module.css';
import { topBarTitle } from './topBar';

const mainId = 'content';

// After a change of page the keyboard and the screen reader start at its content, not at the menu.
function useFocusOnNavigation(path: string) {
  const main = useRef<HTMLElement>(null);
  const seen = useRef(path);
  useEffect(() => {
    if (seen.current !== path) main.current?.focus({ preventScroll: true });
    seen.current = path;
  }, [path]);
  return main;
}

/** The frame of every signed-in page: menu, top bar, content. */
export function Shell() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const area = areaAt(path, site)?.area;
  const title = topBarTitle(path, area);
  const main = useFocusOnNavigation(path);
  const [opened, drawer] = useDisclosure(false);
  const folded = useMediaQuery(`(max-width: ${breakpoint.folded}px)`, undefined, {
    getInitialValueInEffect: false,
  });
  return (
    <div className={css.shell}>
      <a className={css.skip} href={`#${mainId}`}>
        {t.skip}
      </a>
      <div className={css.side}>
        <Menu active={area} folded={folded} />
      </div>
      <div className={css.column}>
        <header className={css.top} data-empty={!title || undefined}>
          <ActionIcon
            className={css.burger}
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t.openMenu}
            aria-expanded={opened}
            onClick={drawer.open}
          >
            <IconMenu2 size={iconSize.lg} stroke={iconStroke} />
          </ActionIcon>
          {title ? (
            <span className={css.title}>{title}</span>
          ) : (
            <span className={css.phoneOnly}>
              <Brand />
            </span>
          )}
        </header>
        <main id={mainId} ref={main} tabIndex={-1} className={css.main}>
          <Outlet />
        </main>
      </div>
      <Drawer.Root opened={opened} onClose={drawer.close} size={288}>
        <Drawer.Overlay />
        <Drawer.Content aria-label={t.menu}>
          <Menu active={area} onClose={drawer.close} />
        </Drawer.Content>
      </Drawer.Root>
    </div>
  );
}
