import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatMoment } from '../../../../kit/format/moment';
import { promotionLinks } from '../../../shared/links/promotions';
import { usePageParams } from '../../../shared/links/usePage';
import { type Column, defineList } from '../../../shared/list/define';
import { ListPage } from '../../../shared/list/ListPage';
import { iconSize, iconStroke } from '../../../shared/theme/tokens';
import { cardQuery } from '../api';
import { t } from '../texts';
import type { Taken } from '../wire';
import { listTaken, useDownloadTaken } from './api';
import { StudentName } from './StudentName';

const columns: readonly Column<Taken>[] = [
  {
    title: t.statistics.code,
    text: ({ codeValue }) => codeValue,
    width: [140, 320],
    numeric: true,
    sort: 'codeValue',
  },
  {
    title: t.statistics.student,
    text: ({ userName }) => userName,
    cell: ({ userName, uuidUser }) => <StudentName name={userName} uuidUser={uuidUser} />,
    width: [160, 380],
    compact: 'line',
  },
  {
    title: t.statistics.granted,
    text: ({ granted }) => formatMoment(granted),
    width: 180,
    numeric: true,
    sort: 'granted',
  },
];

type ExportProps = { uuidStock: string; name: string; total: number };

function ExportButton({ uuidStock, name, total }: ExportProps) {
  const { mutate, isPending } = useDownloadTaken();
  return (
    <Button
      variant="default"
      leftSection={<IconFileSpreadsheet size={iconSize.sm} stroke={iconStroke} aria-hidden />}
      disabled={total === 0}
      loading={isPending}
      onClick={() => mutate({ uuidStock, name })}
    >
      {t.statistics.download}
    </Button>
  );
}

const takenList = (uuidStock: string, name: string | undefined) =>
  defineList({
    area: 'promotions',
    path: promotionLinks.statistics({ uuidStock }),
    back: promotionLinks.card({ uuidStock }),
    fetch: (query, signal) => listTaken(uuidStock, query, signal),
    pageSize: 15,
    search: false,
    sort: {
      granted: { label: t.statistics.sort.granted, first: 'DESC' },
      codeValue: { label: t.statistics.sort.code, first: 'ASC' },
    },
    filters: {},
    columns,
    row: { id: ({ codeValue }) => codeValue },
    actions: ({ total }) => (
      <ExportButton uuidStock={uuidStock} name={name ?? t.statistics.title} total={total} />
    ),
    texts: {
      title: name ? t.statistics.titleOf(name) : t.statistics.title,
      empty: t.statistics.empty,
      hint: t.statistics.emptyHint,
    },
  });

/** /promotions/card/{uuidStock}/statistic: who took which code, and when. */
export function StatisticsPage() {
  const { uuidStock } = usePageParams(promotionLinks.statistics);
  const { data } = useQuery(cardQuery(uuidStock));
  const name = data?.promotion.name;
  const list = useMemo(() => takenList(uuidStock, name), [uuidStock, name]);
  return <ListPage key={uuidStock} list={list} />;
}
