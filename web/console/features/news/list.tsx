import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { newsLinks } from '../../shared/links/news';
import { defineList } from '../../shared/list/define';
import { oneOf } from '../../shared/list/filters/oneOf';
import { toggle } from '../../shared/list/filters/toggle';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { exportNews, exportRzd, listNews, listRzd, newsNeighbours } from './api';
import { ListCard } from './ListCard';
import { t } from './texts';
import type { Approval, Item, Level } from './wire';

function AddButton() {
  return (
    <Button
      leftSection={<IconPlus size={iconSize.sm} stroke={iconStroke} aria-hidden />}
      renderRoot={(props) => <Link {...props} to={newsLinks.add()} />}
    >
      {t.add}
    </Button>
  );
}

const filters = {
  typeNews: oneOf<Level>(t.filters.level, { all: t.filters.all, words: t.levels }),
  approve: oneOf<Approval>(t.filters.approval, {
    all: t.filters.all,
    words: {
      approved: t.approvals.approved,
      wait: t.approvals.wait,
      declined: t.approvals.declined,
      blocked: t.approvals.blocked,
    },
  }),
};

type Owner = 'mine' | 'others';

const whose = oneOf<Owner>(t.filters.owner, { all: t.filters.all, words: t.filters.owners });

// The server expects a list of owners (rules 9.13).
const owner = { ...whose, body: (value: Owner | null): Owner[] => (value ? [value] : []) };

const common = {
  pageSize: 9,
  sort: { createdAt: { label: t.sort, first: 'DESC' } },
  row: {
    id: ({ uuidNews }: Item) => uuidNews,
    href: (uuidNews: string) => newsLinks.card({ uuidNews }),
    subdued: ({ approve }: Item) => approve === 'blocked' || approve === 'declined',
  },
  card: (item: Item, tools: Parameters<typeof ListCard>[0]['tools']) => (
    <ListCard item={item} tools={tools} />
  ),
} as const;

const news = {
  ...common,
  area: 'news',
  path: newsLinks.list(),
  fetch: listNews,
  neighbours: newsNeighbours,
  exported: { start: exportNews },
  actions: AddButton,
  texts: t.list,
} as const;

/** The list of news. */
export const newsList = defineList({ ...news, filters });

const forMe = toggle(t.filters.forMe, { chip: t.filters.forMe });

/** The list of news for a chairman, with filters by owner and by what waits for the decision. */
export const chairmanList = defineList({ ...news, filters: { ...filters, owner, forMe } });

/** News of the railway bonus programme. */
export const rzdList = defineList({
  ...common,
  area: 'rzdBonus',
  path: newsLinks.rzdBonus(),
  fetch: listRzd,
  exported: { start: exportRzd },
  filters,
  texts: t.rzdList,
});
