import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useAppForm } from '../../shared/form/useAppForm';
import { useBackToCard } from '../../shared/form/useBackToCard';
import { Message } from '../../shared/ui/Message';
import { Page } from '../../shared/ui/Page';
import { Retry } from '../../shared/ui/Retry';
import { partnerQuery, useCreatePromotion } from './api';
import { DoneDialog } from './DoneDialog';
import { PromotionForm } from './PromotionForm';
import { emptyPromotion, promotionSchema, refusedFields, revive } from './rules';
import { t } from './texts';

type Props = { uuidPartner: string; partner: string };

function NewForm({ uuidPartner, partner }: Props) {
  const create = useCreatePromotion();
  const leave = useBackToCard(`/partners/card/${uuidPartner}`);
  const [done, setDone] = useState<string | null>(null);
  const form = useAppForm({
    schema: promotionSchema,
    initial: emptyPromotion,
    save: async (change, { key }) => {
      await create.mutateAsync({ uuidPartner, change, key });
      return change.file;
    },
    saved: (file) => setDone(file ? t.done.soon : t.done.noFile),
    refused: refusedFields,
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
  const { uuidPartner = '' } = useParams({ strict: false });
  const { data, error, refetch, isFetching } = useQuery(partnerQuery(uuidPartner));
  return (
    <Page title={t.form.new} back={`/partners/card/${uuidPartner}`}>
      {data?.status === 'blocked' && <Message tone="amber">{t.partnerBlockedText}</Message>}
      {data && <NewForm key={uuidPartner} uuidPartner={uuidPartner} partner={data.name} />}
      {!data && !error && <Skeleton height={480} />}
      {!data && error && <Retry error={error} onRetry={refetch} busy={isFetching} />}
    </Page>
  );
}
