import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { showPhone } from '../../shared/form/phone';
import { type Column, defineList } from '../../shared/list/define';
import { ListPage } from '../../shared/list/ListPage';
import { useOperator } from '../../shared/session/session';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { listParticipants, type Participant, participantsFile, useDownload } from './api';
import { t } from './texts';

type Row = Participant & { place: number };

const columns: readonly Column<Row>[] = [
  {
    title: t.participants.name,
    text: ({ surname, name, patronymic }) => [surname, name, patronymic].filter(Boolean).join(' '),
    width: '32%',
    sort: 'surname',
  },
  { title: t.participants.university, text: (row) => row.nameUniversity, compact: 'line' },
  { title: t.participants.faculty, text: (row) => row.nameFaculty ?? '', compact: 'line' },
  {
    title: t.participants.course,
    text: (row) => String(row.course),
    compactText: (row) => t.participants.courseOf(row.course),
    width: 68,
    numeric: true,
  },
  {
    title: t.participants.phone,
    text: ({ phone }) => (phone ? showPhone(phone) : ''),
    width: 152,
    numeric: true,
  },
];

function Download({ news, total }: { news: string; total: number }) {
  const file = useDownload(participantsFile(news), t.participants.file);
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

// Seats are counted over all universities, the rows are those of one: without a word the two numbers contradict.
const listOf = (news: string, own: boolean) =>
  defineList({
    area: 'news',
    path: `/news/${news}/showStudents`,
    back: `/news/${news}`,
    fetch: listParticipants(news),
    pageSize: 9,
    search: false,
    sort: { surname: { label: t.participants.sort, first: 'ASC' } },
    filters: {},
    columns,
    row: { id: ({ place }) => String(place) },
    actions: ({ total }) => <Download news={news} total={total} />,
    texts: {
      title: t.participants.title,
      empty: t.participants.empty,
      note: own ? t.participants.own : undefined,
    },
  });

/** /news/{uuidNews}/showStudents: those who come to an item's event. */
export function ParticipantsPage() {
  const { uuidNews = '' } = useParams({ strict: false });
  const own = useOperator().role !== 'operator_all';
  const list = useMemo(() => listOf(uuidNews, own), [uuidNews, own]);
  return <ListPage list={list} />;
}
