import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { Input, SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import { AppForm } from '../../../shared/form/AppForm';
import { DialogButtons } from '../../../shared/form/DialogButtons';
import { wholeForm } from '../../../shared/form/schema';
import { TextAreaField } from '../../../shared/form/TextAreaField';
import { TextField } from '../../../shared/form/TextField';
import { useAppForm } from '../../../shared/form/useAppForm';
import { notifyDone } from '../../../shared/notice/notices';
import { Dialog } from '../../../shared/ui/Dialog';
import { t } from '../texts';
import type { Discount } from '../wire';
import { useAddDiscount, useSaveDiscount } from './api';
import { type DiscountType, discountSchema, longest, valuesOf } from './rules';

type Props = { uuidPartner: string; discount: Discount | null; close: () => void };

const types: DiscountType[] = ['fix', 'free'];

/** Adds or edits a discount. */
export function DiscountDialog({ uuidPartner, discount, close }: Props) {
  const add = useAddDiscount();
  const save = useSaveDiscount();
  const id = useId();
  const form = useAppForm({
    schema: discountSchema,
    initial: valuesOf(discount),
    save: async (values, { key }) => {
      if (discount) await save.mutateAsync({ uuidDiscount: discount.uuidDiscount, values });
      else await add.mutateAsync({ uuidPartner, values, key });
    },
    saved: () => {
      notifyDone(discount ? t.discounts.saved : t.discounts.added);
      close();
    },
    // Shown in the dialog (rules 7.7): the server's text for the limit of three, one text for everything else.
    refused: ({ status, detail, errors }) => {
      if (status === 422 && errors.length > 0) return undefined;
      return { [wholeForm]: status === 409 && detail ? detail : t.discounts.failed };
    },
    draft: `discounts/${uuidPartner}/${discount?.uuidDiscount ?? 'add'}`,
  });
  const title = discount ? t.discounts.editing : t.discounts.adding;
  const { value: type, onChange: choose } = form.field('type');
  return (
    <Dialog title={title} onClose={close} busy={form.saving}>
      <AppForm form={form} label={title}>
        <div>
          <Input.Label id={id} labelElement="div">
            {t.discounts.type}
          </Input.Label>
          <SegmentedControl
            fullWidth
            aria-labelledby={id}
            value={type}
            onChange={(value) => choose(value as DiscountType)}
            data={types.map((value) => ({ value, label: t.discounts.types[value] }))}
          />
        </div>
        {type === 'fix' ? (
          <TextField
            {...form.field('size')}
            key="size"
            label={t.discounts.size}
            inputMode="decimal"
            limit={longest.size}
            required
            autoFocus
          />
        ) : (
          <TextField
            {...form.field('name')}
            key="name"
            label={t.discounts.name}
            placeholder={t.discounts.namePlaceholder}
            limit={longest.name}
            required
          />
        )}
        <TextAreaField
          {...form.field('description')}
          label={t.discounts.description}
          limit={longest.description}
          rows={3}
          required
        />
        <DialogButtons saving={form.saving} />
      </AppForm>
    </Dialog>
  );
}
