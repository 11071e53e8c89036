import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { defineList } from '../../shared/list/define';
import { oneOf } from '../../shared/list/filters/oneOf';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { type Approval, type Item, type Level, listNews, listRzd, newsNeighbours } from './api';
import { ListCard } from './ListCard';
import { t } from './texts';

function AddButton() {
  return (
    <Button
      leftSection={<IconPlus size={iconSize.sm} stroke={iconStroke} aria-hidden />}
      renderRoot={(props) => <Link {...props} to="/news/add" />}
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

// The server takes a list of owners (contract §3).
const owner = { ...whose, body: (value: Owner | null): Owner[] => (value ? [value] : []) };

const common = {
  pageSize: 9,
  sort: { createdAt: { label: t.sort, first: 'DESC' } },
  row: {
    id: ({ uuidNews }: Item) => uuidNews,
    href: (id: string) => `/news/${id}`,
    subdued: ({ approve }: Item) => approve === 'blocked' || approve === 'declined',
  },
  card: (item: Item, tools: Parameters<typeof ListCard>[0]['tools']) => (
    <ListCard item={item} tools={tools} />
  ),
} as const;

const news = {
  ...common,
  area: 'news',
  path: '/news',
  fetch: listNews,
  neighbours: newsNeighbours,
  actions: AddButton,
  texts: t.list,
} as const;

/** The list of news. */
export const newsList = defineList({ ...news, filters });

/** The list of news as a chairman sees it: also narrowed to his own, or to all but them. */
export const chairmanList = defineList({ ...news, filters: { ...filters, owner } });

/** News of the railway bonus programme. */
export const rzdList = defineList({
  ...common,
  area: 'rzdBonus',
  path: '/rzd-bonus',
  fetch: listRzd,
  filters,
  texts: t.rzdList,
});
