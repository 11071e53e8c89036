import { Button, Skeleton } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { ListPage } from '../../shared/list/ListPage';
import { Message } from '../../shared/ui/Message';
import { Page } from '../../shared/ui/Page';
import { Retry } from '../../shared/ui/Retry';
import { t } from './texts';
import { useCategoryList } from './useCategoryList';

/** /knowledge/{categoryID}: the questions of a category. */
export function CategoryPage() {
  const { categoryID = '' } = useParams({ strict: false });
  const { list, loaded, error, refetch, isFetching } = useCategoryList(categoryID);
  if (list) return <ListPage list={list} />;
  return (
    <Page title={t.title} back="/knowledge" wide>
      {loaded && (
        <Message tone="grey" title={t.categories.unknown}>
          <Button
            variant="default"
            size="xs"
            mt="xs"
            renderRoot={(props) => <Link {...props} to="/knowledge" />}
          >
            {t.categories.toAll}
          </Button>
        </Message>
      )}
      {!loaded && !error && <Skeleton height={480} />}
      {!loaded && error && <Retry error={error} onRetry={refetch} busy={isFetching} />}
    </Page>
  );
}
