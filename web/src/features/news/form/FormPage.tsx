import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Page } from '../../../shared/ui/Page';
import { Retry } from '../../../shared/ui/Retry';
import { cardQuery } from '../api';
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

/** /news/{uuidNews}/edit. */
export function EditPage() {
  const { uuidNews = '' } = useParams({ strict: false });
  const { data, error, refetch, isFetching } = useQuery(cardQuery(uuidNews));
  return (
    <Page title={t.form.edit} back={`/news/${uuidNews}`} wide>
      {data && <NewsForm key={uuidNews} card={data} />}
      {!data && !error && <Skeleton height={480} />}
      {!data && error && (
        <Retry error={error} errors={broken(t.errors.load)} onRetry={refetch} busy={isFetching} />
      )}
    </Page>
  );
}
