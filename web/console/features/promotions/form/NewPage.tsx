import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAppForm } from '../../../shared/form/useAppForm';
import { useBackToCard } from '../../../shared/form/useBackToCard';
import { partnerLinks } from '../../../shared/links/partners';
import { usePageParams } from '../../../shared/links/usePage';
import { Loaded } from '../../../shared/ui/Loaded';
import { Message } from '../../../shared/ui/Message';
import { Page } from '../../../shared/ui/Page';
import { SectionSkeleton } from '../../../shared/ui/SectionSkeleton';
import { partnerQuery, useCreatePromotion } from '../api';
import { t } from '../texts';
import { DoneDialog } from './DoneDialog';
import { PromotionForm } from './PromotionForm';
import { emptyPromotion, fieldOf, promotionSchema, revive } from './rules';

type Props = { uuidPartner: string; partner: string };

function NewForm({ uuidPartner, partner }: Props) {
  const create = useCreatePromotion();
  const leave = useBackToCard(partnerLinks.card({ uuidPartner }));
  const [done, setDone] = useState<string | null>(null);
  const form = useAppForm({
    schema: promotionSchema,
    initial: emptyPromotion,
    save: async (change, { key }) => {
      await create.mutateAsync({ uuidPartner, change, key });
      return change.file;
    },
    saved: (file) => setDone(file ? t.done.soon : t.done.noFile),
    fieldOf,
    draft: `promotions/add/${uuidPartner}`,
    revive,
  });
  return (
    <>
      <PromotionForm title={t.form.new} hint={t.form.of(partner)} form={form} leave={leave} />
      {done && <DoneDialog title={t.done.created} text={done} close={leave} />}
    </>
  );
}

/** /partners/card/{uuidPartner}/newStock. */
export function NewPage() {
  const { uuidPartner } = usePageParams(partnerLinks.addPromotion);
  return (
    <Page title={t.form.new} back={partnerLinks.card({ uuidPartner })}>
      <Loaded query={useQuery(partnerQuery(uuidPartner))} skeleton={<SectionSkeleton fields={4} />}>
        {({ name, status }) => (
          <>
            {status === 'blocked' && <Message tone="warning">{t.partnerBlockedText}</Message>}
            <NewForm key={uuidPartner} uuidPartner={uuidPartner} partner={name} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
