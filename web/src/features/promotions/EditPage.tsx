import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useAppForm } from '../../shared/form/useAppForm';
import { useBackToCard } from '../../shared/form/useBackToCard';
import { notifyDone } from '../../shared/notice/notices';
import { Page } from '../../shared/ui/Page';
import { Retry } from '../../shared/ui/Retry';
import { type Card, cardQuery, useSavePromotion } from './api';
import { DoneDialog } from './DoneDialog';
import { PromotionForm } from './PromotionForm';
import { promotionSchema, refusedFields, revive, valuesOf } from './rules';
import { t } from './texts';

function EditForm({ card }: { card: Card }) {
  const { uuidStock, partner } = card.promotion;
  const client = useQueryClient();
  const save = useSavePromotion();
  const leave = useBackToCard(`/promotions/card/${uuidStock}`);
  const [done, setDone] = useState(false);
  const form = useAppForm({
    schema: promotionSchema,
    initial: valuesOf(card),
    save: async (change) => {
      await save.mutateAsync({ uuidStock, change });
      return change.file;
    },
    saved: (file) => {
      // With a file a popup tells when its codes will be there (spec §2.14).
      if (file) return setDone(true);
      notifyDone(t.done.saved);
      leave();
    },
    refused: refusedFields,
    draft: `promotions/${uuidStock}`,
    revive,
    reload: async () =>
      valuesOf(await client.fetchQuery({ ...cardQuery(uuidStock), staleTime: 0 })),
  });
  return (
    <>
      <PromotionForm
        title={t.form.edit}
        hint={t.form.of(partner.name)}
        form={form}
        uuidStock={uuidStock}
        leave={leave}
      />
      {done && <DoneDialog title={t.done.saved} text={t.done.soon} close={leave} />}
    </>
  );
}

/** /promotions/card/{uuidStock}/refactoring. */
export function EditPage() {
  const { uuidStock = '' } = useParams({ strict: false });
  const { data, error, refetch, isFetching } = useQuery(cardQuery(uuidStock));
  return (
    <Page title={t.form.edit} of={data?.promotion.name} back={`/promotions/card/${uuidStock}`}>
      {data && <EditForm key={uuidStock} card={data} />}
      {!data && !error && <Skeleton height={480} />}
      {!data && error && <Retry error={error} onRetry={refetch} busy={isFetching} />}
    </Page>
  );
}
