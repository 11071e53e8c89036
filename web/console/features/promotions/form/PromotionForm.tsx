import { isoDay } from '../../../../kit/format/day';
import { AppForm } from '../../../shared/form/AppForm';
import { DateField } from '../../../shared/form/DateField';
import { FormActions } from '../../../shared/form/FormActions';
import { SelectField } from '../../../shared/form/SelectField';
import { TextAreaField } from '../../../shared/form/TextAreaField';
import { TextField } from '../../../shared/form/TextField';
import type { AppFormState } from '../../../shared/form/useAppForm';
import { Section } from '../../../shared/ui/Section';
import { CodesField } from '../codes/CodesField';
import { limitChoices } from '../rules';
import { t } from '../texts';
import css from './form.module.css';
import { longestDescription, type PromotionField } from './rules';

type Props = {
  title: string;
  /** A sentence above the fields that names the partner. */
  hint: string;
  form: AppFormState & { field: PromotionField };
  /** Absent for a new promotion. */
  uuidStock?: string;
  leave: () => void;
};

/** The add and edit form of a promotion. */
export function PromotionForm({ title, hint, form, uuidStock, leave }: Props) {
  const { field, saving } = form;
  const begin = field('dateBegin');
  return (
    <AppForm form={form} label={title}>
      <Section title={t.form.main} hint={hint}>
        <TextField
          {...field('name')}
          label={t.form.name}
          placeholder={t.form.namePlaceholder}
          required
        />
        <TextAreaField
          {...field('description')}
          label={t.form.description}
          limit={longestDescription}
          rows={6}
          required
        />
      </Section>
      <Section title={t.form.conditions}>
        <div className={css.grid}>
          <DateField {...begin} label={t.form.dateBegin} required />
          <DateField
            {...field('dateEnd')}
            label={t.form.dateEnd}
            minDate={isoDay(begin.value) ?? undefined}
            required
          />
          <SelectField
            {...field('winLimit')}
            label={t.form.limit}
            options={limitChoices}
            required
          />
        </div>
      </Section>
      <div id="file">
        <Section title={t.card.codes}>
          <CodesField {...field('file')} uuidStock={uuidStock} />
        </Section>
      </div>
      <FormActions saving={saving} onCancel={() => form.cancel(leave)} />
    </AppForm>
  );
}
