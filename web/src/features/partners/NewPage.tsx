import { useNavigate } from '@tanstack/react-router';
import { useAppForm } from '../../shared/form/useAppForm';
import { notifyDone } from '../../shared/notice/notices';
import { Page } from '../../shared/ui/Page';
import { useGoBack } from '../../shared/ui/useGoBack';
import { useCreatePartner } from './api';
import { PartnerForm } from './PartnerForm';
import { emptyPartner, partnerSchema, refusedFields, revive } from './rules';
import { t } from './texts';

const list = '/partners';

/** /partners/new. */
export function NewPage() {
  const navigate = useNavigate();
  const create = useCreatePartner();
  const form = useAppForm({
    schema: partnerSchema,
    initial: emptyPartner,
    save: (change, { key }) => create.mutateAsync({ change, key }),
    saved: ({ uuidPartner }) => {
      notifyDone(t.done.created);
      // Replaces: back from the card leads to the list, not to an empty form.
      void navigate({ to: `/partners/card/${uuidPartner}`, replace: true });
    },
    refused: refusedFields,
    draft: 'partners/new',
    revive,
  });
  const leave = useGoBack(list);
  return (
    <Page title={t.form.new} back={list}>
      <PartnerForm title={t.form.new} form={form} partner={null} leave={leave} />
    </Page>
  );
}
