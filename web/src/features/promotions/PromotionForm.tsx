import { Button } from '@mantine/core';
import { AppForm } from '../../shared/form/AppForm';
import { DateField } from '../../shared/form/DateField';
import { isoDate } from '../../shared/form/date';
import { SelectField } from '../../shared/form/SelectField';
import { TextAreaField } from '../../shared/form/TextAreaField';
import { TextField } from '../../shared/form/TextField';
import type { AppFormState } from '../../shared/form/useAppForm';
import { common } from '../../shared/texts';
import { Section } from '../../shared/ui/Section';
import { CodesField } from './CodesField';
import css from './form.module.css';
import { limitChoices, longestDescription, type PromotionField } from './rules';
import { t } from './texts';

type Props = {
  title: string;
  /** One sentence over the fields: whose promotion it is. */
  hint: string;
  form: AppFormState & { field: PromotionField };
  /** None for one that is not there yet. */
  uuidStock?: string;
  leave: () => void;
};

/** The fields of a promotion, for a new one and for one that is there. */
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
            minDate={isoDate(begin.value) ?? undefined}
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
      <div className={css.actions}>
        <Button variant="default" onClick={() => form.cancel(leave)}>
          {common.cancel}
        </Button>
        <Button type="submit" loading={saving}>
          {common.save}
        </Button>
      </div>
    </AppForm>
  );
}
