import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Message } from '../../../shared/ui/Message';
import { Page } from '../../../shared/ui/Page';
import { Retry } from '../../../shared/ui/Retry';
import { type Card, cardQuery } from '../api';
import { broken } from '../errors';
import { t } from '../texts';
import { NewsForm } from './NewsForm';

/** /news/add. */
export function AddPage() {
  return (
    <Page title={t.form.add} back="/news" wide>
      <NewsForm card={null} />
    </Page>
  );
}

// Reached by address alone: the card offers no way here to whoever may not change the item.
function Foreign({ card: { item } }: { card: Card }) {
  return (
    <Message tone="grey" title={t.form.foreign(item.nameUniversity ?? t.card.programme)}>
      <Link to={`/news/${item.uuidNews}`}>{t.form.toCard}</Link>
    </Message>
  );
}

/** /news/{uuidNews}/edit. */
export function EditPage() {
  const { uuidNews = '' } = useParams({ strict: false });
  const { data, error, refetch, isFetching } = useQuery(cardQuery(uuidNews));
  return (
    <Page title={t.form.edit} of={data?.item.title} back={`/news/${uuidNews}`} wide>
      {data?.item.canEdit && <NewsForm key={uuidNews} card={data} />}
      {data && !data.item.canEdit && <Foreign card={data} />}
      {!data && !error && <Skeleton height={480} />}
      {!data && error && (
        <Retry error={error} errors={broken(t.errors.load)} onRetry={refetch} busy={isFetching} />
      )}
    </Page>
  );
}
