import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAppForm } from '../../../shared/form/useAppForm';
import { useBackToCard } from '../../../shared/form/useBackToCard';
import { partnerLinks } from '../../../shared/links/partners';
import { usePageParams } from '../../../shared/links/usePage';
import { notifyDone } from '../../../shared/notice/notices';
import { Loaded } from '../../../shared/ui/Loaded';
import { Page } from '../../../shared/ui/Page';
import { SectionSkeleton } from '../../../shared/ui/SectionSkeleton';
import { cardQuery, useSavePartner } from '../api';
import { t } from '../texts';
import type { Card } from '../wire';
import { PartnerForm } from './PartnerForm';
import { fieldOf, partnerSchema, revive, valuesOf } from './rules';

function EditForm({ card }: { card: Card }) {
  const { uuidPartner } = card.partner;
  const client = useQueryClient();
  const save = useSavePartner();
  const leave = useBackToCard(partnerLinks.card({ uuidPartner }));
  const form = useAppForm({
    schema: partnerSchema,
    initial: valuesOf(card),
    save: (change) => save.mutateAsync({ uuidPartner, change }),
    saved: () => {
      notifyDone(t.done.saved);
      leave();
    },
    fieldOf,
    draft: `partners/${uuidPartner}`,
    revive,
    reload: async () =>
      valuesOf(await client.fetchQuery({ ...cardQuery(uuidPartner), staleTime: 0 })),
  });
  return <PartnerForm title={t.form.edit} form={form} partner={card.partner} leave={leave} />;
}

/** /partners/card/{uuidPartner}/edit. */
export function EditPage() {
  const { uuidPartner } = usePageParams(partnerLinks.edit);
  const query = useQuery(cardQuery(uuidPartner));
  return (
    <Page
      title={t.form.edit}
      of={query.data?.partner.name}
      back={partnerLinks.card({ uuidPartner })}
    >
      <Loaded query={query} skeleton={<SectionSkeleton fields={6} />}>
        {(card) => <EditForm key={uuidPartner} card={card} />}
      </Loaded>
    </Page>
  );
}
