import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useAppForm } from '../../shared/form/useAppForm';
import { useBackToCard } from '../../shared/form/useBackToCard';
import { notifyDone } from '../../shared/notice/notices';
import { Page } from '../../shared/ui/Page';
import { Retry } from '../../shared/ui/Retry';
import { type Card, cardQuery, useSavePartner } from './api';
import { PartnerForm } from './PartnerForm';
import { partnerSchema, refusedFields, revive, valuesOf } from './rules';
import { t } from './texts';

function EditForm({ card }: { card: Card }) {
  const { uuidPartner } = card.partner;
  const client = useQueryClient();
  const save = useSavePartner();
  const leave = useBackToCard(`/partners/card/${uuidPartner}`);
  const form = useAppForm({
    schema: partnerSchema,
    initial: valuesOf(card),
    save: (change) => save.mutateAsync({ uuidPartner, change }),
    saved: () => {
      notifyDone(t.done.saved);
      leave();
    },
    refused: refusedFields,
    draft: `partners/${uuidPartner}`,
    revive,
    reload: async () =>
      valuesOf(await client.fetchQuery({ ...cardQuery(uuidPartner), staleTime: 0 })),
  });
  return <PartnerForm title={t.form.edit} form={form} partner={card.partner} leave={leave} />;
}

/** /partners/card/{uuidPartner}/edit. */
export function EditPage() {
  const { uuidPartner = '' } = useParams({ strict: false });
  const { data, error, refetch, isFetching } = useQuery(cardQuery(uuidPartner));
  return (
    <Page title={t.form.edit} of={data?.partner.name} back={`/partners/card/${uuidPartner}`}>
      {data && <EditForm key={uuidPartner} card={data} />}
      {!data && !error && <Skeleton height={480} />}
      {!data && error && <Retry error={error} onRetry={refetch} busy={isFetching} />}
    </Page>
  );
}
