import { useNavigate } from '@tanstack/react-router';
import { useAppForm } from '../../../shared/form/useAppForm';
import { partnerLinks } from '../../../shared/links/partners';
import { notifyDone } from '../../../shared/notice/notices';
import { Page } from '../../../shared/ui/Page';
import { useGoBack } from '../../../shared/ui/useGoBack';
import { useCreatePartner } from '../api';
import { t } from '../texts';
import { PartnerForm } from './PartnerForm';
import { emptyPartner, fieldOf, partnerSchema, revive } from './rules';

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
      // Replaces the history entry: back from the card leads to the list, not to an empty form.
      void navigate({ to: partnerLinks.card({ uuidPartner }), replace: true });
    },
    fieldOf,
    draft: 'partners/new',
    revive,
  });
  const leave = useGoBack(partnerLinks.list());
  return (
    <Page title={t.form.new} back={partnerLinks.list()}>
      <PartnerForm title={t.form.new} form={form} partner={null} leave={leave} />
    </Page>
  );
}
