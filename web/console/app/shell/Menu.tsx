import { CloseButton } from '@mantine/core';
import { IconLogout, IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { Area } from '../../shared/access/access.gen';
import { hasUnsaved } from '../../shared/form/unsaved';
import { leave } from '../../shared/session/leave';
import { useOperator } from '../../shared/session/session';
import { common } from '../../shared/texts';
import { Brand } from '../../shared/ui/Brand';
import { lazily } from '../../shared/ui/lazily';
import { site } from '../registry';
import { t } from '../texts';
import { type Entry, menuFor } from './entries';
import css from './Menu.module.css';
import { MenuButton, MenuLink } from './MenuItem';
import { OperatorBlock } from './OperatorBlock';
import { SchemeSwitch } from './SchemeSwitch';

type Props = {
  active: Area | undefined;
  /** Icons with tooltips instead of labels. */
  folded?: boolean;
  /** Closes the drawer, if the menu is in one. */
  onClose?: () => void;
  /** Opens the palette. */
  onFind: () => void;
};

// Lazy: lists come without dialogs.
const ConfirmDialog = lazily(() =>
  import('../../shared/ui/ConfirmDialog').then((file) => file.ConfirmDialog),
);

function LogoutButton({ folded }: { folded?: boolean }) {
  const [asked, setAsked] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const go = () => {
    setLeaving(true);
    void leave();
  };
  return (
    <>
      <MenuButton
        icon={IconLogout}
        label={t.logout}
        folded={folded}
        disabled={leaving}
        onClick={() => (hasUnsaved() ? setAsked(true) : go())}
      />
      {asked && (
        <ConfirmDialog
          title={t.unsavedLogout.title}
          text={t.unsavedLogout.text}
          cancel={t.unsavedLogout.stay}
          confirm={t.logout}
          danger
          busy={leaving}
          onCancel={() => setAsked(false)}
          onConfirm={go}
        />
      )}
    </>
  );
}

/** The menu: product, operator, the areas of the role, settings and logout. */
export function Menu({ active, folded, onClose, onFind }: Props) {
  const operator = useOperator();
  const entries = useMemo(() => menuFor(site.areas, operator), [operator]);
  const link = (entry: Entry) => (
    <li key={entry.area}>
      <MenuLink entry={entry} active={entry.area === active} folded={folded} onNavigate={onClose} />
    </li>
  );
  return (
    <nav className={css.menu} aria-label={t.menu} data-folded={folded || undefined}>
      <div className={css.brand}>
        <Brand name={!folded} />
        {onClose && <CloseButton size="lg" aria-label={common.close} onClick={onClose} />}
      </div>
      <OperatorBlock operator={operator} folded={folded} />
      <MenuButton
        icon={IconSearch}
        label={t.find}
        hint={t.findKey}
        folded={folded}
        onClick={() => {
          onClose?.();
          onFind();
        }}
      />
      <ul className={css.entries}>{entries.filter(({ foot }) => !foot).map(link)}</ul>
      <div className={css.foot}>
        <SchemeSwitch vertical={folded} />
        <ul className={css.list}>
          {entries.filter(({ foot }) => foot).map(link)}
          <li>
            <LogoutButton folded={folded} />
          </li>
        </ul>
      </div>
    </nav>
  );
}
