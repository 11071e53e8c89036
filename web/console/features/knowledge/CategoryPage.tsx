import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { knowledgeLinks } from '../../shared/links/knowledge';
import { usePageParams } from '../../shared/links/usePage';
import { ListPage } from '../../shared/list/ListPage';
import { Loaded } from '../../shared/ui/Loaded';
import { Message } from '../../shared/ui/Message';
import { Page } from '../../shared/ui/Page';
import { SectionSkeleton } from '../../shared/ui/SectionSkeleton';
import { t } from './texts';
import { useCategoryList } from './useCategoryList';

/** /knowledge/{categoryID}: the questions of a category. */
export function CategoryPage() {
  const { categoryID } = usePageParams(knowledgeLinks.category);
  const { list, query } = useCategoryList(categoryID);
  if (list) return <ListPage list={list} />;
  return (
    <Page title={t.title} back={knowledgeLinks.categories()} wide>
      <Loaded query={query} skeleton={<SectionSkeleton lines={12} />}>
        {() => (
          <Message tone="grey" title={t.categories.unknown}>
            <Button
              variant="default"
              size="xs"
              mt="xs"
              renderRoot={(props) => <Link {...props} to={knowledgeLinks.categories()} />}
            >
              {t.categories.toAll}
            </Button>
          </Message>
        )}
      </Loaded>
    </Page>
  );
}
