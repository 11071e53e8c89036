import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatPhone } from '../../../kit/format/phone';
import { newsLinks } from '../../shared/links/news';
import { usePageParams } from '../../shared/links/usePage';
import { type Column, defineList } from '../../shared/list/define';
import { ListPage } from '../../shared/list/ListPage';
import { useOperator } from '../../shared/session/session';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { cardQuery, listParticipants, participantsFile, useDownload } from './api';
import { t } from './texts';
import type { Participant } from './wire';

type Row = Participant & { place: number };

const columns: readonly Column<Row>[] = [
  {
    title: t.participants.name,
    text: ({ surname, name, patronymic }) => [surname, name, patronymic].filter(Boolean).join(' '),
    width: [150, 380],
    sort: 'surname',
  },
  {
    title: t.participants.university,
    text: (row) => row.nameUniversity,
    width: [90, 220],
    compact: 'line',
  },
  {
    title: t.participants.faculty,
    text: (row) => row.nameFaculty ?? '',
    width: [100, 340],
    compact: 'line',
  },
  {
    title: t.participants.course,
    text: (row) => String(row.course),
    compactText: (row) => t.participants.courseOf(row.course),
    width: 68,
    numeric: true,
  },
  {
    title: t.participants.phone,
    text: ({ phone }) => (phone ? formatPhone(phone) : ''),
    width: [136, 152],
    numeric: true,
  },
];

function Download({ uuidNews, total }: { uuidNews: string; total: number }) {
  const file = useDownload(participantsFile(uuidNews), t.participants.file);
  return (
    <Button
      variant="default"
      leftSection={<IconFileSpreadsheet size={iconSize.sm} stroke={iconStroke} aria-hidden />}
      disabled={total === 0}
      loading={file.isPending}
      onClick={() => file.mutate()}
    >
      {t.participants.download}
    </Button>
  );
}

// The event counts seats of all universities, an operator sees only the own rows: the note explains the difference.
const listOf = (uuidNews: string, headline: string | undefined, own: boolean) =>
  defineList({
    area: 'news',
    path: newsLinks.participants({ uuidNews }),
    back: newsLinks.card({ uuidNews }),
    fetch: listParticipants(uuidNews),
    pageSize: 15,
    search: false,
    sort: { surname: { label: t.participants.sort, first: 'ASC' } },
    filters: {},
    columns,
    row: { id: ({ place }) => String(place) },
    actions: ({ total }) => <Download uuidNews={uuidNews} total={total} />,
    texts: {
      title: headline ? t.participants.titleOf(headline) : t.participants.title,
      empty: t.participants.empty,
      hint: t.participants.emptyHint,
      note: own ? t.participants.own : undefined,
    },
  });

/** /news/{uuidNews}/showStudents: the participants of an item's event. */
export function ParticipantsPage() {
  const { uuidNews } = usePageParams(newsLinks.participants);
  const own = useOperator().role !== 'operator_all';
  const headline = useQuery(cardQuery(uuidNews)).data?.item.title;
  const list = useMemo(() => listOf(uuidNews, headline, own), [uuidNews, headline, own]);
  return <ListPage list={list} />;
}
