import '@mantine/core/styles/Menu.layer.css';
import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Area } from '../access/access.gen';
import { useUrlSearch } from '../links/usePage';
import type { Params, Shape } from '../list/state';
import { notifyRefusal } from '../notice/notices';
import { common } from '../texts';
import { iconSize, iconStroke } from '../theme/tokens';
import { type View, viewsQuery } from './api';
import { ManageDialog } from './ManageDialog';
import { notUnderstood, paramsOf, queryOf } from './rules';
import { t } from './texts';
import { ViewDialog } from './ViewDialog';
import { ViewsButton } from './ViewsButton';
import { viewParam } from './viewParam';
import css from './views.module.css';

/** Props of the menu of views. */
export type ViewsProps = {
  list: Area;
  shape: Shape;
  /** The list's present search parameters. */
  params: Record<string, string>;
  /** Shows the list with these search parameters. */
  show: (params: Params, how?: 'push' | 'replace') => void;
  /** It has been loaded by a click on its button, whose place it takes. */
  opens: boolean;
};

function ViewItem({ view, active, open }: { view: View; active: boolean; open: () => void }) {
  const note = [
    view.mine && view.isShared && t.isShared,
    !view.mine && view.owner,
    view.lost > 0 && t.lost(view.lost),
  ].filter(Boolean);
  return (
    <Menu.Item
      onClick={open}
      aria-current={active || undefined}
      rightSection={active && <IconCheck size={iconSize.sm} stroke={iconStroke} aria-hidden />}
    >
      {view.name}
      {note.length > 0 && <span className={css.note}>{note.join(', ')}</span>}
    </Menu.Item>
  );
}

type GroupProps = {
  label: string;
  views: readonly View[];
  query: string;
  open: (view: View) => void;
};

function Group({ label, views, query, open }: GroupProps) {
  if (views.length === 0) return null;
  return (
    <>
      <Menu.Label>{label}</Menu.Label>
      {views.map((view) => (
        <ViewItem
          key={view.uuidView}
          view={view}
          active={view.query === query}
          open={() => open(view)}
        />
      ))}
    </>
  );
}

/** The menu of a list's saved views: opens, saves and manages them. They are loaded with the first opening. */
export function ViewsMenu({ list, shape, params, show, opens }: ViewsProps) {
  const [opened, setOpened] = useState(false);
  const [asked, setAsked] = useState<'save' | 'manage' | null>(null);
  const asksFor = useUrlSearch()[viewParam];
  const { data: views, error } = useQuery({
    ...viewsQuery(list),
    enabled: opened || asksFor !== undefined,
  });
  // Not opened from the start: the menu returns the focus to what has it when it opens, the button.
  useEffect(() => setOpened(opens), [opens]);
  const query = queryOf(params);
  const close = () => setAsked(null);
  const open = (view: View, how?: 'replace') => {
    const wanted = paramsOf(view.query);
    if (notUnderstood(shape, wanted).length > 0) {
      return notifyRefusal(t.broken.title(view.name), t.broken.text);
    }
    show(wanted, how);
    if (view.lost > 0) notifyRefusal(t.opened.title(view.name), t.opened.text);
  };
  // A link asks for a view. Showing anything drops the parameter from the URL.
  const follow = useEffectEvent((all: readonly View[]) => {
    show(params, 'replace');
    const view = all.find(({ uuidView }) => uuidView === asksFor);
    if (view) open(view, 'replace');
  });
  useEffect(() => {
    if (asksFor !== undefined && views) follow(views);
  }, [asksFor, views]);
  const own = views?.filter(({ mine }) => mine) ?? [];
  return (
    <>
      <Menu position="bottom-start" width={300} shadow="md" opened={opened} onChange={setOpened}>
        <Menu.Target>
          <ViewsButton autoFocus={opens} />
        </Menu.Target>
        <Menu.Dropdown>
          <div className={css.menu}>
            <Group label={t.own} views={own} query={query} open={open} />
            <Group
              label={t.shared}
              views={views?.filter(({ mine }) => !mine) ?? []}
              query={query}
              open={open}
            />
          </div>
          {views?.length === 0 && <Menu.Item disabled>{t.none}</Menu.Item>}
          {!views && <Menu.Item disabled>{error ? common.failed : common.loading}</Menu.Item>}
          <Menu.Divider />
          <Menu.Item onClick={() => setAsked('save')}>{t.save}</Menu.Item>
          {own.length > 0 && <Menu.Item onClick={() => setAsked('manage')}>{t.manage}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {asked === 'save' && <ViewDialog list={list} query={query} close={close} />}
      {asked === 'manage' && <ManageDialog list={list} query={query} close={close} />}
    </>
  );
}
