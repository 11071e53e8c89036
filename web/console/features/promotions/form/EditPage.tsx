import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAppForm } from '../../../shared/form/useAppForm';
import { useBackToCard } from '../../../shared/form/useBackToCard';
import { promotionLinks } from '../../../shared/links/promotions';
import { usePageParams } from '../../../shared/links/usePage';
import { notifyDone } from '../../../shared/notice/notices';
import { Loaded } from '../../../shared/ui/Loaded';
import { Page } from '../../../shared/ui/Page';
import { SectionSkeleton } from '../../../shared/ui/SectionSkeleton';
import { cardQuery, useSavePromotion } from '../api';
import { t } from '../texts';
import type { Card } from '../wire';
import { DoneDialog } from './DoneDialog';
import { PromotionForm } from './PromotionForm';
import { fieldOf, promotionSchema, revive, valuesOf } from './rules';

function EditForm({ card }: { card: Card }) {
  const { uuidStock, partner } = card.promotion;
  const client = useQueryClient();
  const save = useSavePromotion();
  const leave = useBackToCard(promotionLinks.card({ uuidStock }));
  const [done, setDone] = useState(false);
  const form = useAppForm({
    schema: promotionSchema,
    initial: valuesOf(card),
    save: async (change) => {
      await save.mutateAsync({ uuidStock, change });
      return change.file;
    },
    saved: (file) => {
      // After an upload a dialog says when the codes will be available (rules 8.8).
      if (file) return setDone(true);
      notifyDone(t.done.saved);
      leave();
    },
    fieldOf,
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
  const { uuidStock } = usePageParams(promotionLinks.edit);
  const query = useQuery(cardQuery(uuidStock));
  return (
    <Page
      title={t.form.edit}
      of={query.data?.promotion.name}
      back={promotionLinks.card({ uuidStock })}
    >
      <Loaded query={query} skeleton={<SectionSkeleton fields={4} />}>
        {(card) => <EditForm key={uuidStock} card={card} />}
      </Loaded>
    </Page>
  );
}
