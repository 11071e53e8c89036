import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatNumber } from '../../../kit/format/number';
import { tabParam } from '../links/tab';
import { useUrlSearch } from '../links/usePage';
import css from './UrlTabs.module.css';

/** A tab: label, count and content. */
export type Tab = { id: string; label: string; count?: number; panel: () => ReactNode };

type Props = {
  label: string;
  tabs: readonly Tab[];
  /** The tabs hold lists, each with search parameters of its own. */
  listing?: boolean;
};

/** Tabs with the open one in the URL, so that reloads and shared links keep it. */
export function UrlTabs({ label, tabs, listing }: Props) {
  const params = useUrlSearch();
  const navigate = useNavigate();
  const first = tabs[0]?.id ?? '';
  const open = tabs.find(({ id }) => id === params[tabParam])?.id ?? first;
  const strip = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another tab opens
  useEffect(() => {
    // Not scrollIntoView: that would move the page as well.
    const tab = strip.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!strip.current || !tab) return;
    const hidden = tab.offsetLeft + tab.offsetWidth - strip.current.clientWidth;
    strip.current.scrollLeft = Math.max(0, hidden + 24);
  }, [open]);
  const choose = (id: string | null) =>
    void navigate({
      to: '.',
      search: (now: Record<string, unknown>) => ({
        ...(listing ? {} : now),
        [tabParam]: id === first ? undefined : (id ?? undefined),
      }),
      replace: true, // the back button leaves the card, not the tab
      resetScroll: false,
    });
  return (
    <Tabs value={open} onChange={choose} keepMounted={false} className={css.tabs}>
      <Tabs.List ref={strip} aria-label={label} className={css.list}>
        {tabs.map(({ id, label: word, count }) => (
          <Tabs.Tab key={id} value={id} className={css.tab}>
            {word}
            {count !== undefined && <span className={css.count}>{formatNumber(count)}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ id, panel }) => (
        <Tabs.Panel key={id} value={id} className={css.panel}>
          {id === open && panel()}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
