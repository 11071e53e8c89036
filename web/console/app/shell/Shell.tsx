import '../../shared/theme/consoleStyles';
import { ActionIcon } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useReducer, useRef } from 'react';
import { useHelpKey } from '../../shared/keys/useKeys';
import { usePhone } from '../../shared/list/usePhone';
import { useOperator } from '../../shared/session/session';
import { breakpoint, iconSize, iconStroke } from '../../shared/theme/tokens';
import { Brand } from '../../shared/ui/Brand';
import { ComingDialog } from '../../shared/ui/ComingDialog';
import { lazily } from '../../shared/ui/lazily';
import { areaAt } from '../redirects';
import { site } from '../registry';
import { t } from '../texts';
import { Menu } from './Menu';
import css from './Shell.module.css';
import { topBarTitle } from './topBar';
import { usePaletteKey } from './usePaletteKey';

const mainId = 'content';

// Phones alone need it.
const MenuDrawer = lazily(() => import('./MenuDrawer').then((file) => file.MenuDrawer));

// Lazy: few operators are asked to set up a second factor.
const FactorBanner = lazily(() => import('./FactorBanner').then((file) => file.FactorBanner));

// Lazy: the rows of a list come first.
const AttentionLine = lazily(
  () => import('../../shared/attention/AttentionLine').then((file) => file.AttentionLine),
  { waiting: <div className={css.attention} /> },
);

// Loaded with the first use.
const Palette = lazily(() => import('./Palette').then((file) => file.Palette), {
  waiting: <ComingDialog />,
});

const KeysDialog = lazily(
  () => import('../../shared/keys/KeysDialog').then((file) => file.KeysDialog),
  { waiting: <ComingDialog /> },
);

// The lists that tasks lead to.
const worklists = new Set<string>([
  'students',
  'applications',
  'partners',
  'promotions',
  'reviews',
  'news',
]);
const listPaths = new Set(
  site.areas.filter(({ area }) => worklists.has(area)).map(({ menu }) => menu?.to),
);

// After a navigation the focus moves to the content, not to the menu.
function useFocusOnNavigation(path: string) {
  const main = useRef<HTMLElement>(null);
  const seen = useRef(path);
  useEffect(() => {
    if (seen.current !== path) main.current?.focus({ preventScroll: true });
    seen.current = path;
  }, [path]);
  return main;
}

/** The layout of signed-in pages: menu, top bar and content. */
export function Shell() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const area = areaAt(path, site)?.area;
  const title = topBarTitle(path, area);
  const main = useFocusOnNavigation(path);
  const { factorFrom } = useOperator();
  const phone = usePhone();
  const [opened, drawer] = useDisclosure(false);
  const [asked, find] = useReducer((times: number) => times + 1, 0);
  usePaletteKey(find);
  const [help, keys] = useDisclosure(false);
  useHelpKey(keys.open);
  const folded = useMediaQuery(`(max-width: ${breakpoint.folded}px)`, undefined, {
    getInitialValueInEffect: false,
  });
  return (
    <div className={css.shell}>
      <a className={css.skip} href={`#${mainId}`}>
        {t.skip}
      </a>
      <div className={css.side}>
        <Menu active={area} folded={folded} onFind={find} />
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
          {factorFrom && <FactorBanner from={factorFrom} />}
          {listPaths.has(path) && <AttentionLine key={path} />}
          <Outlet />
        </main>
      </div>
      {phone && <MenuDrawer active={area} opened={opened} close={drawer.close} onFind={find} />}
      {asked > 0 && <Palette asked={asked} />}
      {help && <KeysDialog close={keys.close} />}
    </div>
  );
}
