import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import css from './UrlTabs.module.css';

/** The search parameter that names the open tab; absent for the first one. */
export const tabParam = 'tab';

/** A tab: its word, how many things it holds, and what it shows while it is open. */
export type Tab = { id: string; label: string; count?: number; panel: () => ReactNode };

const numbers = new Intl.NumberFormat('ru');

/** Tabs whose open one stands in the address: a reload and a shared link bring it back. */
export function UrlTabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const params: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const first = tabs[0]?.id ?? '';
  const open = tabs.find(({ id }) => id === params[tabParam])?.id ?? first;
  const strip = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab has been opened
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
        ...now,
        [tabParam]: id === first ? undefined : (id ?? undefined),
      }),
      replace: true, // the back button leaves the card, however many tabs were looked at
      resetScroll: false,
    });
  return (
    <Tabs value={open} onChange={choose} keepMounted={false} className={css.tabs}>
      <Tabs.List ref={strip} aria-label={label} className={css.list}>
        {tabs.map(({ id, label: word, count }) => (
          <Tabs.Tab key={id} value={id} className={css.tab}>
            {word}
            {count !== undefined && <span className={css.count}>{numbers.format(count)}</span>}
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
