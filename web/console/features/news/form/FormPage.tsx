import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { newsLinks } from '../../../shared/links/news';
import { usePageParams } from '../../../shared/links/usePage';
import { Loaded } from '../../../shared/ui/Loaded';
import { Message } from '../../../shared/ui/Message';
import { Page } from '../../../shared/ui/Page';
import { SectionSkeleton } from '../../../shared/ui/SectionSkeleton';
import { cardQuery } from '../api';
import { serverErrors } from '../errors';
import { t } from '../texts';
import type { Card } from '../wire';
import { NewsForm } from './NewsForm';

/** /news/add. */
export function AddPage() {
  return (
    <Page title={t.form.add} back={newsLinks.list()} wide>
      <NewsForm card={null} />
    </Page>
  );
}

// Reached only by typing the URL: the card hides the edit button from those who may not edit.
function NotEditable({ card: { item } }: { card: Card }) {
  return (
    <Message tone="grey" title={t.form.foreign(item.nameUniversity ?? t.card.programme)}>
      <Link to={newsLinks.card(item)}>{t.form.toCard}</Link>
    </Message>
  );
}

/** /news/{uuidNews}/edit. */
export function EditPage() {
  const { uuidNews } = usePageParams(newsLinks.edit);
  const query = useQuery(cardQuery(uuidNews));
  return (
    <Page title={t.form.edit} of={query.data?.item.title} back={newsLinks.card({ uuidNews })} wide>
      <Loaded
        query={query}
        skeleton={<SectionSkeleton fields={4} />}
        errors={serverErrors(t.errors.load)}
      >
        {(card) =>
          card.item.canEdit ? <NewsForm key={uuidNews} card={card} /> : <NotEditable card={card} />
        }
      </Loaded>
    </Page>
  );
}
